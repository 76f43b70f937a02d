// A print job on the page: how far it is, a way to give it up, and at its end what it made, and how to print that.

import { get, post } from "./api.js";
import { fill, h } from "./dom.js";
import { on } from "./store.js";
import { t } from "./words.js";

const LONG_LIST = 12;

function findings(found) {
  if (!found.length) return null;
  return h("ul", { class: "findings" }, found.map((each) =>
    h("li", { class: each.severity },
      h("strong", { text: t(`severity_${each.severity}`) }), ` ${each.message}`, each.more > 0 && ` (${t("print_more_findings", { count: each.more })})`,
      each.file && h("span", { class: "quiet", text: ` ${each.file}:${each.line}` }),
      each.hint && h("div", { class: "quiet", text: each.hint }))));
}

function files(job, outcome) {
  const every = outcome.games.flatMap((game) => game.files);
  const whole = every.filter((each) => each.part === "everything");
  const link = (file, words, kind = "") => h("a", { class: `button ${kind}`, href: `api/print/jobs/${job.number}/files/${file.number}`, download: "", text: words });
  const first = whole.length ? whole : every.filter((each) => each.wanted && each.part === "sheets");
  const many = every.length > 1 && (outcome.wanted > 1 || !first.length);
  const single = every.filter((each) => !first.includes(each) || first.length > 3);
  const name = (file) => `${file.name} (${[file.sheets && t("print_sheets", { count: file.sheets }), file.size].filter(Boolean).join(", ")})`;
  return h("div", { class: "files" },
    h("p", { class: "downloads" },
      first.length <= 3 && first.map((each) => link(each, first.length > 1 ? t("print_download_one", { name: each.name }) : t("print_download", { size: each.size }), "primary")),
      first.length === 1 && h("a", { class: "button", href: `api/print/jobs/${job.number}/files/${first[0].number}?open`, target: "_blank", rel: "noopener", text: t("print_open") }),
      many && h("a", { class: `button ${first.length ? "" : "primary"}`, href: `api/print/jobs/${job.number}/zip`, download: "", text: t("print_download_zip", { count: outcome.wanted, size: outcome.bytes }) })),
    single.length > 0 && h("details", { open: false }, h("summary", { text: t("print_single_files", { count: single.length }) }),
      h("ul", {}, single.map((each) => h("li", {}, h("a", { href: `api/print/jobs/${job.number}/files/${each.number}`, download: "", text: name(each) }))))));
}

function advice(outcome) {
  if (!outcome.advice.length) return null;
  return h("div", { class: "advice" }, h("h4", { text: t("print_how") }),
    [...new Set(outcome.advice.map((each) => each.file))].map((file, _, all) => [
      all.length > 1 && h("p", { text: file }),
      h("ol", {}, outcome.advice.filter((each) => each.file === file).map((each) => h("li", {},
        h("strong", { text: t(each.first === each.last ? "print_page" : "print_page_range", each) }), `, ${each.title}: ${each.how} `,
        h("span", { class: "quiet", text: `(${t("print_sheets", { count: each.sheets })})` })))),
    ]),
    h("p", { class: "quiet", text: t("print_how_more") }));
}

function result(job, about, verify) {
  const { outcome } = job;
  const made = outcome.games.some((game) => game.files.length);
  const notes = [...outcome.games.flatMap((game) => game.notes), ...outcome.lines];
  const swaps = outcome.games.filter((game) => game.swap_list);
  return [
    h("h3", { text: t(job.kind === "verify" ? "print_verified" : made ? "print_done" : "print_nothing_made") }),
    h("p", { class: "quiet", text: about }),
    made && files(job, outcome),
    findings(outcome.findings),
    made && advice(outcome),
    notes.length > 0 && h("ul", { class: "notes" }, notes.slice(0, LONG_LIST).map((each) => h("li", { text: each }))),
    swaps.map((game) => h("details", { open: true }, h("summary", { text: t("print_swap_list") }), h("pre", { tabindex: "0", text: game.swap_list }))),
    made && job.kind === "print" && !job.choice.since && !job.choice.pieces && !job.choice.copies && !job.choice.skip_first &&
      h("button", { text: t("print_verify"), onclick: verify }),
  ];
}

/** Return the place where the job of this tab shows; `begin(choice)` starts one, `describe(choice)` says what it is about. */
export function jobPanel(describe) {
  const said = h("p", { class: "said", role: "status", "aria-live": "polite" });
  const bar = h("progress", { max: "1", "aria-label": t("print_progress") });
  const cancel = h("button", { text: t("cancel"), onclick: () => stop() });
  const running = h("div", { class: "running", hidden: true }, bar, cancel);
  const place = h("div", { class: "made" });
  const element = h("section", { class: "job", "aria-label": t("print_job"), hidden: true }, said, running, place);
  let current = null;

  const stop = async () => {
    try {
      await post(`api/print/jobs/${current.number}`, {}, "DELETE");
    } catch (error) {
      refused(error);
    }
  };
  const refused = (error) => {
    element.hidden = false;
    running.hidden = true;
    fill(place, h("div", { class: "error", role: "alert" }, h("p", { text: error.message }), error.hint && h("p", { class: "quiet", text: error.hint })));
  };
  const say = (words, { shown = true } = {}) => {
    if (said.textContent !== words) said.textContent = words;
    said.classList.toggle("unseen", !shown);
  };
  const show = (job) => {
    element.hidden = false;
    running.hidden = job.ended;
    if (!job.ended) {
      if (job.stage === "running" && job.done > 0) bar.value = job.done;
      else bar.removeAttribute("value");
      cancel.disabled = job.stage === "stopping";
      const doing = job.doing ? t(`print_doing_${job.doing}`, { what: job.what }) : t(`print_stage_${job.kind === "verify" ? "verify" : job.stage}`);
      bar.setAttribute("aria-valuetext", doing);
      say(job.stage === "stopping" ? t("print_stage_stopping") : t(`print_stage_${job.kind === "verify" && job.stage === "running" ? "verify" : job.stage}`));
      bar.title = doing;
      return;
    }
    say(t(`print_stage_${job.stage}`), { shown: job.stage !== "done" }); // its heading says it too
    if (job.stage === "failed") refused({ message: job.error, hint: job.hint });
    else if (job.stage === "cancelled") fill(place);
    else fill(place, result(job, describe(job.choice), () => verify(job)).flat().filter(Boolean));
  };
  const follow = async (number) => {
    const job = await get(`api/print/jobs/${number}`);
    current = job;
    show(job);
  };
  const verify = async (job) => {
    try {
      await follow((await post(`api/print/jobs/${job.number}/verify`)).number);
    } catch (error) {
      refused(error);
    }
  };
  const heard = on("print", (job) => {
    if (job.number !== current?.number || current.ended) return;
    if (job.ended) follow(job.number).catch(refused);
    else show(Object.assign(current, { ...job, choice: current.choice }));
  });
  const connected = on("connected", () => current && !current.ended && follow(current.number).catch(refused));

  return {
    element,
    end: () => [heard, connected].forEach((each) => each()),
    get busy() {
      return Boolean(current && !current.ended);
    },
    async begin(choice) {
      fill(place);
      say(t("print_stage_waiting"));
      try {
        const job = await post("api/print/jobs", choice);
        current = job;
        show(job);
        await follow(job.number); // it may have told its end already
      } catch (error) {
        say("");
        refused(error);
      }
    },
    /** Show the latest job of a game again, unless it came to nothing. */
    async resume(game) {
      const jobs = await get("api/print/jobs");
      const last = jobs.findLast((each) => !each.choice.games.length || each.choice.games.includes(game));
      if (current || !last || (last.ended && last.stage !== "done")) return;
      current = last;
      show(last);
    },
    /** Say that what was made is older than what was saved. */
    outdated() {
      if (current?.stage === "done") say(t("print_outdated"));
    },
    /** Forget the job: another game is in view. */
    clear() {
      current = null;
      element.hidden = true;
      fill(place);
      say("");
    },
    findings,
  };
}
