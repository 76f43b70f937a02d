// The cards of a component as a spreadsheet: edited in place, pasted, filled down, added, deleted, moved.

import { get, post, reason } from "./api.js";
import { asBlock, blockOf, fieldOf, namedColumns, plainName, shownValue } from "./cells.js";
import { button, fill, h, option, quiet, quietly, teller } from "./dom.js";
import { componentOf, faceElement } from "./face.js";
import { wantFaces } from "./face_queue.js";
import { findingsOf } from "./finding_marks.js";
import { byNature, folded } from "./query.js";
import { componentChoice } from "./segments.js";
import { go, on, rowsApi, store } from "./store.js";
import { asLabel, t } from "./words.js";

const ROW = 46;
const HEAD = 34;
const GUTTER = 74;
const BEYOND = 8;

/** What was typed for a card that lacks a value it must have, by the address of its table. */
const drafts = new Map();

export function dataGrid(place) {
  const parts = componentChoice();
  const filter = h("input", { type: "search", named: "data_filter", placeholder: t("data_filter"), oninput: () => { tell(count); arrange(); } });
  const tools = {
    add: button("data_add", () => addRow(), { class: "primary" }),
    copy: button("copy_card", () => duplicate()),
    remove: button("data_delete", () => removeRows()),
    down: button("data_fill", () => fillDown()),
  };
  const said = h("p", { class: "data-said", role: "status", "aria-live": "polite" });
  const tell = teller(said);
  let stale = false; // the rows came while a cell was edited
  let count = ""; // how many rows are shown, in words
  const head = h("div", { class: "data-head", role: "row", "aria-rowindex": 1 });
  const plane = h("div", { class: "data-plane", role: "presentation" });
  const scroller = h("div", { class: "data-scroller", role: "grid", named: "view_grid", "aria-multiselectable": "true", hidden: true }, head, plane);
  const preview = h("aside", { class: "data-card", named: "card", hidden: true });
  const empty = h("div", { class: "empty", hidden: true });
  fill(place, h("div", { class: "data" },
    h("div", { class: "data-tools" }, parts.element, filter, h("div", { class: "line" }, Object.values(tools)), said),
    h("div", { class: "data-room" }, empty, scroller, preview)));

  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  const { fontSize, fontFamily } = getComputedStyle(place);
  pen.font = `${fontSize} ${fontFamily}`;
  const wide = (text) => pen.measureText(text).width;
  let table = null;
  let draft = {}; // the values of a card that cannot be saved yet: they stand in the last row
  let begun = []; // the names of columns that nothing stands in yet: the first value makes them
  let order = []; // the names of the columns as they are shown
  let rows = [];
  let sort = { name: "", down: false };
  let at = { row: 0, column: 0 };
  let from = { row: 0, column: 0 };
  let widths = [];
  let editor = null;
  let built = new Map();
  let ended = false;
  let next = ""; // the column that the keyboard goes to when rows have been read
  let asked = 0;
  const faces = new Map();

  const address = () => rowsApi(table.component);
  const keyOf = (row) => `${table.component}/${row.id}`;
  const frozen = () => Math.max(columnOf("name"), 0);
  /** Where a column begins: that with the names stays in view when the others are scrolled. */
  const begins = (left, column) => (column === frozen() ? `max(${left}px, var(--scrolled, 0px) + ${GUTTER}px)` : `${left}px`);
  const columnOf = (name) => table.columns.findIndex((each) => each.name === name);
  const typed = (row, column) => (row ? shownValue(row.values[column]) : draft[table.columns[column].name] ?? "");
  /** The columns that a new card must have a value in, and has none yet. */
  const needed = () => table.columns.filter((each, column) => each.required && !draft[each.name] && !table.rows.some(({ origins }) => origins[column] === "default"));
  const lacking = () => (Object.keys(draft).length ? needed() : []);
  const tellNeeded = (columns) => tell(t("data_needed", { field: columns.map((each) => each.heading).join(", ") }), true);
  function keepDraft(values) {
    draft = values;
    drafts.set(address(), draft);
  }
  const isFixed = (row, column) => table.columns[column].fixed || row?.origins[column] === "fixed";

  // What is there.

  async function read() {
    const wanted = parts.read();
    if (!wanted) return show(null, store.game ? t("no_pieces", { title: store.game.title }) : "");
    const mine = (asked += 1);
    try {
      const told = await get(rowsApi(wanted.id));
      if (ended || mine !== asked) return;
      if (editor) stale = true; // what is being typed stays
      else if (told.refused) show(null, told.refused, /\.(xlsx|xlsm|ods|xls|xlsb) /.test(told.refused) ? wanted.id : "");
      else show(told);
    } catch (refused) {
      if (!ended && mine === asked) show(null, reason(refused));
    }
  }

  function show(told, why = "", workbook = "") {
    if (!told && plane.contains(document.activeElement)) next = table?.columns[at.column].name;
    empty.hidden = Boolean(told);
    fill(empty, h("p", { text: workbook ? t("data_workbook", { file: why.split(" ")[0] }) : why }), workbook && button("data_as_csv", () => saveAsCsv(workbook), { class: "primary" }));
    scroller.hidden = preview.hidden = !told;
    for (const tool of [filter, ...Object.values(tools)]) tool.hidden = !told;
    if (!told) return; // a file that is half written keeps what is chosen
    const other = told.component !== table?.component;
    if (other) [begun, order] = [[], []];
    begun = begun.filter((name) => !told.columns.some((each) => each.name === name));
    for (const name of begun) {
      told.columns.push({ name, heading: "", kind: "text", one_of: [], known: [] });
      for (const row of told.rows) {
        row.values.push(null);
        row.origins.push("");
      }
    }
    const here = other ? null : chosenCell();
    keepOrder(told);
    table = told;
    draft = drafts.get(address()) ?? {};
    if (other) {
      tell(count);
      faces.clear();
      at = { row: 0, column: Math.min(1, told.columns.length - 1) };
      [from, sort] = [at, { name: "", down: false }];
    }
    for (const each of told.columns) each.heading ||= asLabel(each.name);
    widths = told.columns.map((each, index) => {
      const widest = Math.max(wide(each.heading) + 8, ...told.rows.slice(0, 300).map((row) => wide(shownValue(row.values[index]).slice(0, 60))));
      return Math.round(Math.min(each.name === "id" ? 110 : 340, Math.max(64, widest + 20)));
    });
    arrange(here);
    if (next) choose(at.row, columnOf(next), { extend: columnOf(next) === at.column });
    next = "";
  }

  /** Put the columns in the order of before: a file in which each card lists its fields may tell another after a change. */
  function keepOrder(told) {
    const names = told.columns.map((each) => each.name);
    order.push(...names.filter((each) => !order.includes(each)));
    const by = [...names.keys()].sort((one, other) => order.indexOf(names[one]) - order.indexOf(names[other]));
    const moved = (each) => by.map((index) => each[index]);
    told.columns = moved(told.columns);
    for (const row of told.rows) Object.assign(row, { values: moved(row.values), origins: moved(row.origins) });
  }

  const chosenCell = () => (rows[at.row] ? { id: rows[at.row].id, column: table?.columns[at.column]?.name } : null);

  function arrange(here = chosenCell()) {
    if (!table) return;
    const asked = folded(filter.value).split(/\s+/).filter(Boolean);
    const text = (row) => folded(row.values.map(shownValue).join(" "));
    rows = asked.length ? table.rows.filter((row) => asked.every((each) => text(row).includes(each))) : [...table.rows];
    const by = columnOf(sort.name);
    if (by >= 0) rows.sort((one, other) => byNature(shownValue(one.values[by]), shownValue(other.values[by])) * (sort.down ? -1 : 1));
    if (here) {
      const row = rows.findIndex((each) => each.id === here.id);
      const column = columnOf(here.column);
      if (row !== at.row || column !== at.column) from = at = inside({ row: row < 0 ? at.row : row, column });
    }
    at = inside(at);
    if (from.row > rows.length || from.column >= table.columns.length) from = at;
    scroller.setAttribute("aria-rowcount", rows.length + 2);
    scroller.setAttribute("aria-colcount", table.columns.length + 1);
    plane.style.height = `${(rows.length + 1) * ROW}px`;
    plane.style.width = head.style.width = `${GUTTER + 40 + widths.reduce((sum, each) => sum + each, 0)}px`;
    showHead();
    rebuild();
    const before = count;
    count = asked.length ? t("data_some", { count: rows.length, all: table.rows.length }) : t("data_all", { count: rows.length, file: table.file.split("/").at(-1) });
    if (said.textContent === before) tell(count); // what was just saved or refused stays
  }

  function showHead() {
    if (head.querySelector(".data-editor")) return; // somebody is typing a name
    let left = GUTTER;
    fill(head,
      h("div", { class: "data-corner", role: "columnheader", "aria-colindex": 1, named: "card", style: { width: `${GUTTER}px` } }),
      table.columns.map((each, index) => {
        const sorted = sort.name === each.name;
        const rename = t("data_rename", { field: each.heading });
        const cell = h("div", { class: index === frozen() ? "data-title frozen" : "data-title", role: "columnheader", "aria-colindex": index + 2, "aria-sort": sorted ? (sort.down ? "descending" : "ascending") : "none", style: { left: begins(left, index), width: `${widths[index]}px` } },
          h("button", { class: "plain", title: t("data_sort", { field: each.heading }), onclick: () => {
            sort = sorted ? (sort.down ? { name: "", down: false } : { name: each.name, down: true }) : { name: each.name, down: false };
            arrange();
          } }, each.heading, sorted ? (sort.down ? " ↓" : " ↑") : ""),
          !each.fixed && !["name", "copies", "art"].includes(each.name) && h("button", { class: "plain rename", "aria-label": rename, title: rename, onclick: () => name(cell, each) }));
        left += widths[index];
        return cell;
      }),
      h("div", { class: "data-title new", role: "columnheader", "aria-colindex": table.columns.length + 2, style: { left: `${left}px`, width: "40px" } },
        h("button", { class: "plain", text: "+", named: "data_column", title: t("data_column"), onclick: (event) => name(event.target.parentElement) })));
  }

  /** Ask for the name of a column in its heading: a new one, or another for one that there is. */
  function name(cell, column = null) {
    const input = h("input", { class: "data-editor", "aria-label": column ? t("data_rename", { field: column.heading }) : t("data_column"), value: column?.heading ?? "", autocomplete: "off" });
    cell.style.width = `${Math.max(140, cell.offsetWidth)}px`;
    fill(cell, input);
    input.select();
    let done = false;
    const finish = (keep) => {
      if (done) return;
      done = true;
      const to = input.value.trim();
      input.remove();
      showHead();
      if (!keep || !to || to === column?.heading) return;
      if (column && !begun.includes(column.name)) {
        order[order.indexOf(column.name)] = plainName(to); // it stays where it is
        return send({ old: column.name, new: to }, undefined, () => read(), "/rename");
      }
      if (columnOf(plainName(to)) >= 0) return tell(t("data_same", { field: to }), true);
      next = plainName(to);
      begun = [...begun.filter((each) => each !== column?.name), next];
      read();
    };
    input.addEventListener("blur", () => finish(true));
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" || event.key === "Escape") finish(event.key === "Enter");
    });
  }

  // Rows in view.

  function rebuild() {
    const focused = plane.contains(document.activeElement) && !editor;
    built.forEach((row) => row.remove());
    built = new Map();
    render();
    if (focused) focusCell();
    mark();
  }

  function render() {
    if (!table) return;
    const first = Math.max(0, Math.floor(scroller.scrollTop / ROW) - BEYOND);
    const last = Math.min(rows.length + 1, Math.ceil((scroller.scrollTop + scroller.clientHeight) / ROW) + BEYOND);
    for (const [index, row] of built)
      if ((index < first || index >= last) && index !== at.row) {
        row.remove();
        built.delete(index);
      }
    for (let index = first; index < last; index += 1) if (!built.has(index)) build(index);
    if (!built.has(at.row) && at.row <= rows.length) build(at.row);
    wantFaces([...built].sort(([one], [other]) => one - other).flatMap(([, row]) => [...row.querySelectorAll(".face")]));
  }

  function build(index) {
    const row = rows[index];
    const marks = row ? cellFindings(row) : new Map();
    let left = GUTTER;
    const element = h("div", { class: row ? "data-row" : "data-row new", role: "row", "aria-rowindex": index + 2, style: { top: `${index * ROW}px` } },
      h("div", { class: "data-number", role: "rowheader", "aria-colindex": 1, dataset: { row: index }, "aria-label": row ? t("data_row", { number: index + 1, id: row.id }) : t("data_add") },
        quiet("span", row ? String(index + 1) : "+"), row && face(row), marks.has("") && h("span", { class: `dot ${marks.get("").severity}`, title: marks.get("").message })),
      table.columns.map((each, column) => {
        const found = marks.get(each.name);
        const value = typed(row, column);
        const isNeeded = !row && lacking().includes(each);
        const bad = isNeeded || found?.severity === "error";
        const cell = h("div", {
          class: ["data-cell", column === frozen() && "frozen", row?.origins[column], each.fixed && row && "fixed", ["integer", "number"].includes(each.kind) && "number", bad ? "bad" : found && "warn"].filter(Boolean).join(" "),
          role: "gridcell", "aria-colindex": column + 2, tabindex: -1, dataset: { row: index, column },
          "aria-label": row ? null : t("data_new_cell", { field: each.heading }),
          "aria-invalid": bad ? "true" : null,
          title: found?.message ?? (isNeeded ? t("data_needed", { field: each.heading }) : ["default", "formula"].includes(row?.origins[column]) ? t(`data_${row.origins[column]}`) : null),
          style: { left: begins(left, column), width: `${widths[column]}px` },
        }, h("span", { text: value }));
        left += widths[column];
        return cell;
      }));
    built.set(index, element);
    plane.append(element);
    markRow(index);
  }

  function face(row) {
    const piece = store.pieces.get(keyOf(row));
    if (!piece) return h("span", { class: "no-face" });
    if (!faces.has(row.id)) {
      const { width, height } = componentOf(table);
      faces.set(row.id, faceElement(piece, "front", Math.min(34 / width, (ROW - 6) / height), { lazy: true }));
    }
    const image = faces.get(row.id);
    image.renew();
    image.setAttribute("aria-hidden", "true");
    return image;
  }

  /** Return the worst finding of each cell of a row by its field, "" for one of the row. */
  function cellFindings(row) {
    const found = new Map();
    for (const each of findingsOf(keyOf(row))) {
      const field = fieldOf(each, row, table.columns);
      if (!found.has(field) || each.severity === "error") found.set(field, each);
    }
    return found;
  }

  // The cell and the block that are chosen.

  const inside = ({ row, column }) => ({ row: Math.max(0, Math.min(rows.length, row)), column: Math.max(0, Math.min(table.columns.length - 1, column)) });
  const block = () => ({ top: Math.min(at.row, from.row), bottom: Math.max(at.row, from.row), left: Math.min(at.column, from.column), right: Math.max(at.column, from.column) });
  const chosenRows = () => rows.slice(block().top, block().bottom + 1);

  function markRow(index) {
    const { top, bottom, left, right } = block();
    for (const cell of built.get(index)?.querySelectorAll(".data-cell") ?? []) {
      const column = Number(cell.dataset.column);
      const chosen = index >= top && index <= bottom && column >= left && column <= right;
      const here = index === at.row && column === at.column;
      cell.setAttribute("aria-selected", String(chosen));
      cell.classList.toggle("here", here);
      cell.tabIndex = here ? 0 : -1;
    }
  }

  function mark() {
    for (const index of built.keys()) markRow(index);
    const some = chosenRows().length;
    tools.copy.disabled = tools.remove.disabled = !some;
    tools.down.disabled = block().top === block().bottom;
    tools.remove.textContent = some > 1 ? t("data_delete_count", { count: some }) : t("data_delete");
    showCard();
  }

  function choose(row, column, { extend = false, focus = true, hold = "" } = {}) {
    held = hold;
    at = inside({ row, column });
    if (!extend) from = at;
    reveal();
    mark();
    if (focus) focusCell();
  }

  const cellElement = ({ row, column }) => built.get(row)?.querySelector(`[data-column="${column}"]`);

  function focusCell() {
    cellElement(at)?.focus({ preventScroll: true });
  }

  function reveal() {
    const top = at.row * ROW;
    const room = scroller.clientHeight - HEAD;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top + ROW > scroller.scrollTop + room) scroller.scrollTop = top + ROW - room;
    const left = widths.slice(0, at.column).reduce((sum, each) => sum + each, 0);
    const hidden = at.column === frozen() ? 0 : widths[frozen()];
    if (left < scroller.scrollLeft + hidden) scroller.scrollLeft = left - hidden;
    else if (left + widths[at.column] > scroller.scrollLeft + scroller.clientWidth - GUTTER) scroller.scrollLeft = left + widths[at.column] - (scroller.clientWidth - GUTTER);
    render();
  }

  let shown = "";
  let held = ""; // the card that was just changed, until another cell is chosen or typed in
  function showCard() {
    const row = rows.find((each) => each.id === held) ?? rows[at.row];
    const piece = row && store.pieces.get(keyOf(row));
    const component = store.game && table && componentOf(table);
    const found = row ? [...findingsOf(keyOf(row))] : [];
    const now = JSON.stringify([piece, found.length, row?.id]);
    if (now === shown) return;
    shown = now;
    if (!row || !component) return fill(preview, quiet("p", t("data_new_row")));
    const scale = Math.min(250 / component.width, 350 / component.height);
    fill(preview,
      piece ? faceElement(piece, "front", scale) : row.values[columnOf("copies")] === 0 && quiet("p", t("data_not_printed")),
      h("h2", { text: piece?.name ?? row.id }),
      found.map((each) => h("p", { class: each.severity === "error" ? "bad" : "warn", text: each.message })),
      piece && button("keys_open", () => go({ piece: keyOf(row) })));
  }

  // Editing.

  function edit(begins = null) {
    const row = rows[at.row];
    const column = table.columns[at.column];
    if (row && isFixed(row, at.column)) return tell(t(row.shared ? "data_shared" : "data_fixed", { field: column.heading }));
    if (editor) return;
    const cell = cellElement(at);
    const before = typed(row, at.column);
    const long = column.long || before.length > 40 || before.includes("\n");
    const list = column.one_of.length ? column.one_of : column.known;
    const options = !long && list.length ? h("datalist", { id: "data-known" }, list.map((each) => option(String(each)))) : null;
    const input = h(long ? "textarea" : "input", { "aria-label": column.heading, class: "data-editor", list: options ? "data-known" : null, autocomplete: "off", value: begins ?? before, rows: long ? 4 : null });
    editor = { input, before };
    held = "";
    showCard();
    fill(cell, input, options);
    cell.classList.add("editing");
    input.focus();
    if (begins === null) input.select?.();
    let done = false;
    const finish = (keep, then = null) => {
      if (done) return;
      done = true;
      editor = null;
      cell.classList.remove("editing");
      const text = input.value;
      fill(cell, h("span", { text: keep ? text : before }));
      if (keep && text !== before) write([[at.row, at.column, text]]);
      then?.();
      if (stale) again();
    };
    input.addEventListener("blur", () => finish(true));
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      const enter = event.key === "Enter" && !(long && (event.shiftKey || event.altKey));
      if (event.key === "Escape") finish(false, focusCell);
      else if (enter) finish(true, () => choose(at.row + (event.shiftKey ? -1 : 1), !row && lacking().length ? columnOf(lacking()[0].name) : at.column, { hold: input.value === before ? "" : row?.id }));
      else if (event.key === "Tab") finish(true, () => choose(at.row, at.column + (event.shiftKey ? -1 : 1)));
      else return;
      event.preventDefault();
    });
  }

  /** Write texts into cells, each [row, column, text]; those below the last row make new ones. */
  function write(changes) {
    const cells = {};
    const was = {};
    const added = new Map();
    const kept = [];
    let fixed = "";
    for (const [index, column, text] of changes) {
      const { name } = table.columns[column];
      const row = rows[index];
      if (!row) {
        if (!added.has(index)) added.set(index, index === rows.length ? { ...draft } : {});
        if (text !== "") added.get(index)[name] = text;
        else delete added.get(index)[name];
      } else if (isFixed(row, column)) fixed = table.columns[column].heading;
      else if (text !== shownValue(row.values[column])) {
        (cells[row.id] ??= {})[name] = text;
        if (row.origins[column] === "") (was[row.id] ??= {})[name] = row.values[column];
        kept.push([row, column, row.values[column]]);
        row.values[column] = text;
      }
    }
    const add = [...added.values()].filter((each) => Object.keys(each).length).map((values) => ({ values }));
    if (!kept.length && added.size === 1) {
      keepDraft(add[0]?.values ?? {});
      rebuild();
      if (lacking().length) return tellNeeded(lacking());
    }
    if (!kept.length && !add.length) return fixed && tell(t("data_fixed", { field: fixed }), true);
    const sent = draft;
    if (add.length) keepDraft({});
    rebuild();
    send({ cells, was, add }, () => {
      for (const [row, column, before] of kept) row.values[column] = before;
      keepDraft(sent);
      rebuild();
    }, () => (begun = begun.filter((name) => !changes.some(([, column]) => table.columns[column].name === name))));
  }

  async function saveAsCsv(component) {
    try {
      const done = await post(`${rowsApi(component)}/as-csv`);
      await read();
      tell(t("saved", { what: done.what }));
    } catch (refused) {
      tell(reason(refused), true);
    }
  }

  let sending = Promise.resolve();
  const waiting = []; // what is not sent yet
  function send(body, failed = () => {}, then = () => {}, to = "") {
    tell(t("data_saving"));
    asked += 1; // a read that has begun is of before
    to = address() + to;
    waiting.push(body);
    sending = sending.then(async () => {
      waiting.shift();
      try {
        const done = await post(to, body);
        for (const [old, id] of Object.entries(done.renamed ?? {})) {
          for (const row of table?.rows ?? []) if (row.id === old) row.id = id;
          for (const part of waiting.flatMap(({ cells, was }) => [cells, was])) if (part?.[old]) Object.assign(part, { [id]: part[old], [old]: undefined });
        }
        if (ended) return;
        if (body.add?.length || body.remove || body.move) await read();
        then(done);
        tell(t("saved", { what: done.what }));
      } catch (refused) {
        if (ended) return;
        failed(refused);
        tell(reason(refused), true);
        again();
      }
    });
  }

  function goTo(id) {
    if (!rows.some((each) => each.id === id)) filter.value = "";
    arrange(null);
    const row = rows.findIndex((each) => each.id === id);
    if (row >= 0) choose(row, at.column);
  }

  function addRow() {
    const columns = needed();
    if (!columns.length) return send({ add: [{ after: rows[at.row]?.id ?? "" }] }, undefined, ({ added }) => goTo(added[0]));
    choose(rows.length, columnOf(columns[0].name));
    tellNeeded(columns);
  }
  const duplicate = () => {
    const likes = chosenRows();
    if (likes.length) send({ add: likes.map(({ id }) => ({ like: id, after: likes.at(-1).id })) }, undefined, ({ added }) => goTo(added[0]));
  };
  const removeRows = () => {
    const gone = chosenRows().map((each) => each.id);
    if (gone.length) send({ remove: gone });
  };
  function moveRows(by) {
    if (sort.name || filter.value) return tell(t("data_sorted"), true);
    const moved = chosenRows().map((each) => each.id);
    const { top, bottom } = block();
    const after = by < 0 ? rows[top - 2]?.id ?? "" : rows[bottom + 1]?.id;
    if (moved.length && (by < 0 ? top > 0 : after)) send({ move: moved, after }, undefined, () => goTo(moved[0]));
  }
  /** Write what `text(column)` returns into the cells of these rows of the block. */
  function writeBlock(first, last, text) {
    const { left, right } = block();
    const changes = [];
    for (let row = first; row <= last; row += 1) for (let column = left; column <= right; column += 1) changes.push([row, column, text(column)]);
    write(changes);
  }
  const lastRow = () => Math.min(block().bottom, rows.length - 1);
  const fillDown = () => writeBlock(block().top + 1, lastRow(), (column) => shownValue(rows[block().top].values[column]));
  const clear = () => writeBlock(block().top, rows[at.row] ? lastRow() : at.row, () => "");
  function paste(text) {
    const pasted = blockOf(text);
    const named = namedColumns(pasted, table.columns);
    const { top, bottom, left } = block();
    const body = named ? pasted.slice(1) : pasted;
    if (body.length === 1 && body[0].length === 1) return writeBlock(top, bottom, () => body[0][0]);
    const placed = body.flatMap((cells, down) => cells.map((cell, across) => [top + down, named ? named[across] : left + across, cell.trim()]));
    write(placed.filter(([, column]) => column < table.columns.length));
  }

  // Mouse, keys, clipboard.

  const spot = (event) => {
    const cell = event.target.closest?.("[data-row]");
    return cell && { row: Number(cell.dataset.row), column: cell.dataset.column === undefined ? null : Number(cell.dataset.column) };
  };
  let dragging = false;
  plane.addEventListener("pointerdown", (event) => {
    const place = spot(event);
    if (!place || event.button || event.target.closest(".data-editor")) return;
    event.preventDefault();
    editor?.input.blur();
    if (place.column === null) {
      if (!rows[place.row]) return addRow();
      if (!event.shiftKey) from = { row: place.row, column: 0 };
      at = { row: place.row, column: table.columns.length - 1 };
      mark();
      return cellElement({ row: place.row, column: at.column })?.focus({ preventScroll: true });
    }
    dragging = true;
    choose(place.row, place.column, { extend: event.shiftKey });
  });
  plane.addEventListener("pointermove", (event) => {
    const place = dragging && event.buttons && spot({ target: document.elementFromPoint(event.clientX, event.clientY) ?? event.target });
    if (place && place.column !== null && (place.row !== at.row || place.column !== at.column)) choose(place.row, place.column, { extend: true });
  });
  const drop = () => (dragging = false);
  const life = new AbortController(); // its `signal` is the option that ends a listener
  addEventListener("pointerup", drop, life);
  plane.addEventListener("dblclick", (event) => {
    const place = spot(event);
    if (place?.column === null && rows[place.row]) go({ piece: keyOf(rows[place.row]) });
    else if (place) edit();
  });
  scroller.addEventListener("keydown", (event) => {
    if (!event.target.closest(".data-cell") || editor || !table) return;
    const control = event.ctrlKey || event.metaKey;
    const page = Math.max(1, Math.floor(scroller.clientHeight / ROW) - 1);
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-page, 0], PageDown: [page, 0], Home: [control ? -rows.length : 0, -at.column], End: [control ? rows.length : 0, table.columns.length] };
    const { key } = event;
    if (event.altKey && (key === "ArrowUp" || key === "ArrowDown")) moveRows(key === "ArrowUp" ? -1 : 1);
    else if (key in steps && !event.altKey) choose(at.row + steps[key][0], at.column + steps[key][1], { extend: event.shiftKey });
    else if (key === "Enter" && control) addRow();
    else if (key === "Enter" || key === "F2") edit();
    else if (key === "Delete" || key === "Backspace") clear();
    else if (control && key.toLowerCase() === "d") fillDown();
    else if (control && key.toLowerCase() === "a") {
      from = { row: 0, column: 0 };
      at = { row: Math.max(0, rows.length - 1), column: table.columns.length - 1 };
      mark();
    } else if (key.length === 1 && !control && !event.altKey) edit(key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  const clipboard = (event) => {
    if (editor || !table || !scroller.contains(document.activeElement)) return;
    event.preventDefault();
    if (event.type === "paste") return paste(event.clipboardData.getData("text/plain"));
    const { left, right } = block();
    event.clipboardData.setData("text/plain", asBlock(chosenRows().map((row) => row.values.slice(left, right + 1).map(shownValue))));
    if (event.type === "cut") clear();
  };
  for (const kind of ["copy", "cut", "paste"]) document.addEventListener(kind, clipboard, life);
  scroller.addEventListener("scroll", () => requestAnimationFrame(() => {
    if (scroller.clientWidth > 600) scroller.style.setProperty("--scrolled", `${scroller.scrollLeft}px`);
    render();
  }), { passive: true });
  const sized = new ResizeObserver(render);
  sized.observe(scroller);
  const again = quietly(() => { stale = Boolean(editor); if (!stale) read(); }, 60);
  let part = store.place.part;
  const ends = [
    on("pieces", again),
    on("edits", ({ saved }) => saved || tell(count)), // what was saved is undone
    on("game", () => {
      [table, rows] = [null, []];
      read();
    }),
    on("findings", () => !editor && table && rebuild()),
    on("faces", () => {
      for (const face of faces.values()) face.renew();
      shown = "";
      showCard();
    }),
    on("place", () => {
      if (store.place.part !== part) read();
      part = store.place.part;
    }),
    () => sized.disconnect(),
    () => life.abort(),
  ];
  read().then(() => !ended && table && mark());
  return () => {
    editor?.input.blur();
    ended = true;
    ends.forEach((end) => end());
  };
}
