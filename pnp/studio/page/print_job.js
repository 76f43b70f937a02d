// A print job: how far it is, a way to give it up, what it made, and how to print that.

import { get, post } from "./api.js";
import { button, fill, h, quiet } from "./dom.js";
import { on, store } from "./store.js";
import { t } from "./words.js";

const LONG_LIST = 12;
const SHOWN = 3;

function findings(found) {
  if (!found.length) return null;
  const list = (some) => h("ul", { class: "findings" }, some.map((each) => h("li", { class: each.severity },
      h("strong", { text: t(`severity_${each.severity}`) }), ` ${[store.pieces.get(each.pieces[0])?.name, each.message].filter(Boolean).join(": ")}`, each.more > 0 && ` (${t("and_more", { count: each.more })})`,
      each.hint && h("div", { class: "quiet", text: each.hint }))));
  const rest = found.slice(SHOWN);
  return [list(found.slice(0, SHOWN)), rest.length > 0 && h("details", {}, h("summary", { text: t("print_more_notes", { count: rest.length }) }), list(rest))];
}

function files(job, outcome) {
  const every = outcome.games.flatMap((game) => game.files);
  const whole = every.filter((each) => each.part === "everything");
  const at = `api/print/jobs/${job.number}/`;
  const link = (file, words, kind = "") => h("a", { class: `button ${kind}`, href: `${at}files/${file.number}`, download: "", text: words });
  const first = whole.length ? whole : every.filter((each) => each.wanted && each.part === "sheets");
  const many = every.length > 1 && (outcome.wanted > 1 || !first.length);
  const single = every.filter((each) => !first.includes(each) || first.length > 3);
  const name = (file) => `${file.name} (${[file.sheets && t("print_sheets", { count: file.sheets }), file.size].filter(Boolean).join(", ")})`;
  return h("div", { class: "files" },
    h("p", { class: "downloads" },
      first.length <= 3 && first.map((each) => link(each, first.length > 1 ? t("print_download_one", { name: each.name }) : t("print_download", { size: each.size }), "primary")),
      first.length === 1 && h("a", { class: "button", href: `${at}files/${first[0].number}?open`, target: "_blank", rel: "noopener", text: t("print_open") }),
      many && h("a", { class: `button ${first.length ? "" : "primary"}`, href: `${at}zip`, download: "", text: t("print_download_zip", { count: outcome.wanted, size: outcome.bytes }) })),
    single.length > 0 && h("details", { open: false }, h("summary", { text: t("print_single_files", { count: single.length }) }),
      h("ul", {}, single.map((each) => h("li", {}, h("a", { href: `${at}files/${each.number}`, download: "", text: name(each) }))))));
}

function advice(outcome) {
  if (!outcome.advice.length) return null;
  return h("div", { class: "advice" }, h("h4", { text: t("print_how") }),
    [...new Set(outcome.advice.map((each) => each.file))].map((file, _, all) => [
      all.length > 1 && h("p", { text: file }),
      h("ol", {}, outcome.advice.filter((each) => each.file === file).map((each) => h("li", {},
        h("strong", { text: t(each.first === each.last ? "print_page" : "print_page_range", each) }), `, ${each.title}: ${each.how} `,
        quiet("span", `(${t("print_sheets", { count: each.sheets })})`)))),
    ]),
    quiet("p", t("print_how_more")));
}

const wayOf = (choice) => (choice.target ? "shop" : choice.since ? "changed" : "home");

export const trouble = ({ message, hint }) => h("div", { class: "error", role: "alert" }, h("p", { text: message }), hint && quiet("p", hint));

/** Take notes and findings out of a part of the view that stand in another part too. */
export function once(part, other) {
  const told = new Set(Array.from(document.querySelectorAll(`.print ${other} li`), (each) => each.textContent));
  for (const each of part.querySelectorAll(".notes > li, .findings > li")) if (told.has(each.textContent)) each.remove();
}

const lines = (all) => all.length > 0 && h("ul", { class: "notes" }, all.slice(0, LONG_LIST).map((each) => h("li", { text: each })));

function result(job, about, verify) {
  const { outcome } = job;
  const made = outcome.games.some((game) => game.files.length);
  const swaps = outcome.games.filter((game) => game.swap_list);
  return [
    h("h3", { text: t(job.outdated ? "print_outdated" : made ? (job.choice.target ? "export_done" : "print_done") : "print_nothing_made") }),
    quiet("p", about),
    made && files(job, outcome),
    findings(outcome.findings),
    made && advice(outcome),
    lines([...outcome.games.flatMap((game) => game.notes), ...outcome.lines]),
    swaps.map((game) => h("details", { open: true }, h("summary", { text: t("print_swap_list") }), h("pre", { tabindex: "0", text: game.swap_list }))),
    made && job.kind === "print" && !job.choice.since && !job.choice.pieces && !job.choice.copies && !job.choice.skip_first &&
      button("print_verify", verify),
  ];
}

const readBack = ({ outcome }) => [h("h3", { text: t("print_verified") }), findings(outcome.findings), lines(outcome.lines)];

/** Return where the job of this tab shows; `begin(choice)` starts one, `describe(choice)` says what it is about. */
export function jobPanel(describe) {
  const said = h("p", { class: "said", role: "status", "aria-live": "polite" });
  const bar = h("progress", { max: "1", named: "print_progress" });
  const cancel = button("cancel", () => stop());
  const running = h("div", { class: "running", hidden: true }, bar, cancel);
  const place = h("div", { class: "made" });
  const checked = h("div", { class: "made" });
  const element = h("section", { class: "job", named: "print_job", hidden: true }, said, running, place, checked);
  let current = null;
  let check = null; // the job that reads back what the current one made
  let asked = {};

  const stop = () => post(`api/print/jobs/${(check ?? current).number}`, {}, "DELETE").catch(refused);
  const refused = (error) => {
    element.hidden = false;
    running.hidden = true;
    fill(current?.stage === "done" ? checked : place, trouble(error));
  };
  const say = (words, { shown = true } = {}) => {
    if (said.textContent !== words) said.textContent = words;
    said.classList.toggle("unseen", !shown);
  };
  const progress = (job) => {
    element.hidden = false;
    running.hidden = job.ended;
    if (job.ended) return say(t(`print_stage_${job.stage}`), { shown: job.stage !== "done" }); // its heading says it too
    if (job.stage === "running" && job.done > 0) bar.value = job.done;
    else bar.removeAttribute("value");
    cancel.disabled = job.stage === "stopping";
    const stage = t(`print_stage_${job.checks && job.stage === "running" ? "verify" : job.stage}`);
    bar.title = job.doing ? t(`print_doing_${job.doing}`, { what: job.what }) : stage;
    bar.setAttribute("aria-valuetext", bar.title);
    say(stage);
  };
  const show = (job) => {
    const known = job.checks ? check : current;
    if (known?.number === job.number && known.ended && !job.ended) return; // an answer that was overtaken by a later one
    if (job.checks) check = job;
    else {
      [current, check] = [job, null];
      fill(checked);
    }
    progress(job);
    fill(job.checks ? checked : place,
      job.stage === "failed" && trouble({ message: job.error, hint: job.hint }),
      job.stage === "done" && (job.checks ? readBack(job) : result(job, describe(job.choice), () => verify(job).catch(refused))));
    if (!job.checks) once(place, ".details");
  };
  const follow = async (number) => {
    const job = await get(`api/print/jobs/${number}`);
    if (![current, check].some((each) => each?.number === number)) return;
    if (job.stage === "done" && !job.checks && wayOf(job.choice) !== asked.way) await resume(asked.game, asked.way);
    else show(job);
  };
  const verify = async (job) => {
    const begun = await post(`api/print/jobs/${job.number}/verify`);
    if (current?.number !== job.number) return;
    show(begun);
    await follow(begun.number);
  };
  /** Show the job of a game that goes on, or the latest. */
  const resume = async (game, way) => {
    if (game !== asked.game || way !== asked.way) element.hidden = true; // what another game or way made is no result of this
    const mine = { game, way };
    asked = mine;
    const jobs = game ? await get("api/print/jobs") : [];
    if (mine !== asked) return;
    const ofGame = jobs.filter((each) => !each.checks && (!each.choice.games.length || each.choice.games.includes(game)));
    const last = ofGame.findLast((each) => !each.ended) ?? ofGame.findLast((each) => each.stage === "done" && wayOf(each.choice) === way);
    element.hidden = !last;
    if (!last) return void (current = check = null);
    const reading = jobs.findLast((each) => each.checks === last.number);
    if (current?.number !== last.number || current.stage !== last.stage || current.outdated !== last.outdated) show(last);
    if (reading && (check?.number !== reading.number || check.stage !== reading.stage)) show(reading);
    const going = [last, reading].find((each) => each && !each.ended);
    if (going) await follow(going.number); // it may have told its end already
  };
  const heard = on("print", (job) => {
    const known = [current, check].find((each) => each?.number === job.number);
    if (!known || known.ended) return;
    if (job.ended) follow(job.number).catch(refused);
    else progress(Object.assign(known, { ...job, choice: known.choice }));
  });
  const connected = on("connected", () => store.connected && current && resume(asked.game, asked.way).catch(refused));

  return {
    element,
    end: () => [heard, connected].forEach((each) => each()),
    async begin(choice) {
      asked = { ...asked };
      [current, check] = [null, null];
      fill(place);
      fill(checked);
      say(t("print_stage_waiting"));
      try {
        const job = await post("api/print/jobs", choice);
        show(job);
        await follow(job.number); // it may have told its end already
      } catch (error) {
        say("");
        refused(error);
      }
    },
    resume,
    findings,
  };
}
