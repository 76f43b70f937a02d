// Beside the canvas of Design: objects by layers, and properties of the chosen one.

import { button, fill, h, option, quiet } from "./dom.js";
import { around, calledOf, childrenOf, frameIn, isHidden, isLocked, parsedName, round, styleOf, styleText, textIn, things, writtenName } from "./drawing.js";
import { asLabel, t } from "./words.js";

const PT = 72 / 25.4;
const WEIGHTS = ["normal", "bold"];
const pairs = (names) => names.map((each) => [each, each]);
const labelled = (names) => names.map((each) => [each, asLabel(each)]);
const SIDES = ["left", "centre", "right", "top", "middle", "bottom"];
const SIGNS = [["=", "="], ["!=", "≠"], ["<", "<"], ["<=", "≤"], [">", ">"], [">=", "≥"]];

/** Return { show(state) }: the panel in an element, which calls what it is given. */
export function inspector(place, { save, choose, box, move, resize, turn, order, remove, duplicate, pick, addFont, style, contrast, crop, valuesOf }) {
  const properties = h("div", { class: "design-properties" });
  const list = h("div", { class: "design-list" });
  fill(place, properties, h("h3", { text: t("design_objects") }), list);
  let about, objects, chosen, component;

  const each = () => (chosen.length === 1 ? objects[chosen[0]] : null);
  const write = (object, attributes, what) => save({ changes: { [object.number]: { attributes } } }, what ?? calledOf(object));
  /** A chosen colour is no more one by a field, which a name says. */
  const restyle = (object, values, owner = object) => {
    const changes = {};
    const name = parsedName(owner.label);
    if (Object.keys(values).filter((key) => name.instructions.delete(key)).length) changes[owner.number] = { attributes: { "inkscape:label": writtenName(name) || null } };
    const style = styleOf(object.attributes.style);
    for (const [name, value] of Object.entries(values)) {
      if (value === null) style.delete(name);
      else style.set(name, value);
    }
    changes[object.number] = { attributes: { ...changes[object.number]?.attributes, style: styleText(style) } };
    save({ changes }, calledOf(owner));
  };
  const nameOf = (object) => parsedName(object.label || (about.fields.includes(object.id) ? object.id : ""));
  const rename = (object, change) => {
    const name = nameOf(object);
    const wasArt = isFrame(object, name);
    change(name);
    const style = styleOf(object.attributes.style);
    if (wasArt && name.instructions.has("icon")) style.set("fill", about.palette.ink ?? "#222222"); // it was that of an empty frame
    write(object, { "inkscape:label": writtenName(name) || null, ...(style.size && { style: styleText(style) }) });
  };

  const instruct = (object, key, value) => rename(object, (name) => (value ? name.instructions.set(key, value) : name.instructions.delete(key)));
  const group = (title, ...controls) => h("fieldset", {}, h("legend", { text: t(title) }), ...controls);
  const choice = (key, ...more) => row(t(key), select(t(key), ...more));
  const row = (label, ...controls) => h("div", { class: "design-row" }, h("span", { text: label }), ...controls);
  const number = (label, value, changed, step = 0.5) =>
    h("label", { class: "design-number" }, h("span", { text: label }), h("input", { type: "number", step, value: Number(value.toFixed(2)), "aria-label": label, onchange: (event) => event.target.value !== "" && changed(Number(event.target.value)) }));
  const select = (label, options, value, changed, more = {}) => {
    const element = h("select", { "aria-label": label, onchange: () => changed(element.value), ...more }, options.map(([key, words]) => option(key, words)));
    element.value = value;
    if (element.value !== value && value) element.append(h("option", { value, text: value, selected: true }));
    return element;
  };

  function showProperties() {
    const object = each();
    if (!about) return fill(properties);
    const none = !chosen.length;
    if (!object) return fill(properties, quiet("p", none ? t("design_nothing") : t("design_several", { count: chosen.length })),
      none && Object.keys(about.palette).length > 0 && group("design_palette",
        h("div", { class: "design-palette" }, Object.entries(about.palette).map(([name, colour]) =>
          h("label", {}, h("input", { type: "color", value: colour, "aria-label": asLabel(name), onchange: (event) => style("palette", name, event.target.value) }), h("span", { text: asLabel(name) }))))),
      none && Object.keys(about.roles).length > 0 && group("design_fonts",
        Object.entries(about.roles).map(([name, family]) => row(name, select(name, pairs(about.fonts), family, (to) => style("fonts", name, to))))),
      !none && h("div", { class: "line" }, align(), button("data_delete", remove, { class: "bad" })));
    const at = box(object);
    const frame = frameIn(objects, object);
    const sized = frame ? box(frame) : at;
    const text = textIn(objects, object);
    const name = nameOf(object);
    const locked = isLocked(objects, object);
    fill(properties,
      h("h2", { text: calledOf(object) }),
      locked && quiet("p", t("design_locked")),
      h("fieldset", { disabled: locked }, h("legend", { text: t("design_place") }),
        h("div", { class: "design-numbers" },
          number("X mm", at.x, (value) => move(value - at.x, 0)),
          number("Y mm", at.y, (value) => move(0, value - at.y)),
          number(t("design_width"), sized.width, (width) => resize(object, { ...sized, width })),
          number(t("design_height"), sized.height, (height) => resize(object, { ...sized, height })),
          number(t("design_angle"), at.angle, (value) => turn(object, value - at.angle), 5)),
        h("div", { class: "line" }, align())),
      h("fieldset", { disabled: locked }, h("legend", { text: t("design_shows") }),
        choice("design_field", [["", t("design_no_field")], ...fieldsFor(object, name)], name.name || (["art", "icon"].filter((each) => name.instructions.has(each)).map((each) => `${each}: ${name.instructions.get(each)}`)[0] ?? ""), (value) => rename(object, (now) => bind(now, value)), { dataset: { property: "field" } }),
        name.instructions.has("icon") && button("design_icon", () => pick((icon) => rename(object, (now) => bind(now, `icon: ${icon}`)))),
        condition(object, name)),
      text && textFields(object, text, name),
      !text && lookFields(object, name),
      h("div", { class: "line" },
        button("design_forward", () => order(1), { title: "]" }), button("design_backward", () => order(-1), { title: "[" }),
        button("copy_card", duplicate), button("data_delete", remove, { class: "bad" })));
  }

  function bind(name, value) {
    name.instructions.delete("art");
    name.instructions.delete("icon");
    const [kind, rest] = value.split(/:\s*(.*)/s);
    name.name = "";
    if (rest && (kind === "art" || kind === "icon")) name.instructions.set(kind, rest);
    else name.name = value;
  }

  function fieldsFor(object, name) {
    if (textIn(objects, object) || about.fields.includes(name.name)) return labelled(about.fields);
    return [["art", t("design_art")], ...labelled(about.fields).map(([each, field]) => [`icon: ${each}`, t("design_icon_of", { field })]), ...(name.name && name.name !== "art" ? [[name.name, name.name]] : [])];
  }

  function condition(object, name) {
    const written = name.instructions.get("show-if") ?? "";
    const [, field = "", sign = "=", value = ""] = /^([\w.]+)\s*(<=|>=|!=|=|<|>)?\s*(.*)$/.exec(written) ?? [];
    const set = (part) => {
      const now = { field, sign, value, ...part };
      instruct(object, "show-if", now.field && now.value ? `${now.field}${now.sign}${now.value}` : now.field);
    };
    return row(t("design_if"),
      select(t("design_if"), [["", t("design_always")], ...labelled(about.fields)], field, (to) => set({ field: to, value: "" })),
      field && select(t("design_sign"), SIGNS, sign, (to) => set({ sign: to }), { class: "sign" }),
      field && h("datalist", { id: "design-values" }, valuesOf(field).map((each) => option(each))),
      field && h("input", { type: "text", list: "design-values", value, size: 6, placeholder: t("design_any"), named: "design_if_value", onchange: (event) => set({ value: event.target.value.trim() }) }));
  }

  /** Swatches of the palette, and any other colour. */
  function colours(label, now, pick) {
    const hex = /^#[0-9a-f]{6}$/i.test(now) ? now : "#000000";
    return h("details", { class: "design-colours", ontoggle: ({ target }) => target.lastChild.scrollIntoView({ block: "nearest" }) }, h("summary", { class: "design-swatch", "aria-label": label, style: { background: now } }), h("div", { role: "group", "aria-label": label },
      Object.entries(about.palette).map(([name, colour]) => h("button", { class: "design-swatch", "aria-label": name, title: `${name} ${colour}`, "aria-pressed": String(colour.toLowerCase() === now?.toLowerCase()), style: { background: colour }, onclick: () => pick(colour) })),
      h("input", { type: "color", value: hex, named: "design_other_colour", title: t("design_other_colour"), onchange: (event) => pick(event.target.value) })));
  }

  function textFields(object, text, name) {
    const style = styleOf(text.attributes.style);
    const value = (key) => style.get(key) ?? text.attributes[key] ?? "";
    const unit = about.matrix[0];
    const size = (Number.parseFloat(value("font-size")) || 4) * unit * PT;
    const letters = (look) => restyle(text, { ...look, "-inkscape-font-specification": null }, object);
    const family = value("font-family").replaceAll(/["']/g, "").split(",")[0];
    const anchor = value("text-anchor") || "start";
    const frame = frameIn(objects, object);
    return group("role_text",
      choice("design_font", pairs(about.fonts), family, (to) => letters({ "font-family": `'${to}'` })),
      h("div", { class: "design-numbers" },
        number(t("design_size"), size, (to) => restyle(text, { "font-size": `${round(to / PT / unit)}px` }, object)),
        frame && number(t("design_least"), Number.parseFloat(name.instructions.get("min") ?? "0"), (to) => instruct(object, "min", to && `${to}pt`))),
      row("", button("design_add_font", addFont)),
      row(t("design_weight"), select(t("design_weight"), WEIGHTS.map((each) => [each, t(`weight_${each}`)]), value("font-weight") === "bold" || Number(value("font-weight")) >= 600 ? "bold" : "normal", (to) => letters({ "font-weight": to === "normal" ? null : to })),
        select(t("design_slant"), [["normal", t("slant_normal")], ["italic", t("slant_italic")]], value("font-style") === "italic" ? "italic" : "normal", (to) => letters({ "font-style": to === "normal" ? null : to }))),
      row(t("design_align"), h("div", { class: "segments" }, ["start", "middle", "end"].map((each) => button(`align_${each}`, () => {
        const [left, wide] = ["x", "width"].map((key) => Number(frame?.attributes[key] ?? 0));
        const x = frame?.parent === text.parent && !text.attributes.transform && { x: String(round(left + { start: 0, middle: wide / 2, end: wide }[each])) };
        const style = styleOf(text.attributes.style);
        style.set("text-anchor", each);
        const parts = [text, ...(x ? childrenOf(objects, text) : [])].map((part) => [part.number, { attributes: { ...x, ...(part === text && { style: styleText(style) }) } }]);
        save({ changes: Object.fromEntries(parts) }, calledOf(object));
      }, { "aria-pressed": String(anchor === each) })))),
      row(t("design_colour"), colours(t("design_colour"), value("fill"), (to) => restyle(text, { fill: to }, object))),
      !name.instructions.has("fill") && contrastOf(box(frame ?? object), value("fill") || "#000000"),
      text.text.trim() && !childrenOf(objects, text).length && !about.fields.includes(name.name) && row(t("design_add_word"), h("input", { type: "text", value: text.text.trim(), named: "design_add_word", onchange: (event) => save({ changes: { [text.number]: { text: event.target.value } } }, calledOf(object)) })));
  }

  function contrastOf(at, colour) {
    const ratio = contrast(at, colour);
    const grade = ratio < 3 ? "bad" : ratio < 4.5 ? "warn" : "quiet";
    return ratio && h("p", { class: grade, text: t(`design_contrast_${grade}`, { ratio: ratio.toFixed(1) }) });
  }

  const isFrame = (object, name = parsedName(object.label || object.id)) => ["rect", "image", "circle", "ellipse", "path"].includes(object.tag) && (name.name === "art" || name.instructions.has("art"));

  function lookFields(object, name) {
    const style = styleOf(object.attributes.style);
    const value = (key) => style.get(key) ?? object.attributes[key] ?? "";
    const frame = isFrame(object, name);
    const paint = (key, more) => row(t(`design_${key}`), colours(t(`design_${key}`), value(key), (to) => restyle(object, { [key]: to, ...more })), button("none_of_it", () => restyle(object, { [key]: "none" }), { class: "small" }));
    const [by, ...shade] = (name.instructions.get("fill") ?? "").split(" ");
    return group("design_look",
      frame && choice("fit", [["", t("art_cover")], ["contain", t("art_contain")]], name.instructions.get("fit") === "contain" ? "contain" : "", (to) => instruct(object, "fit", to)),
      frame && button("design_crop", crop),
      object.tag !== "g" && [paint("fill"), choice("design_fill_by", [["", t("design_as_drawn")], ...labelled([...about.fields, ...Object.keys(about.palette)])], by, (to) => instruct(object, "fill", to && [to, ...shade].join(" "))), paint("stroke", value("stroke-width") ? {} : { "stroke-width": "0.4" })],
      object.tag === "rect" && number(t("design_round"), Number.parseFloat(object.attributes.rx ?? "0") * about.matrix[0], (to) => write(object, { rx: to ? String(to / about.matrix[0]) : null, ry: null })));
  }

  /** Buttons that align what is chosen: one object to the card, several to each other. */
  function align() {
    return h("div", { class: "segments", role: "group", named: "design_align" }, SIDES.map((name, index) => button(`sign_${name}`, () => {
      const boxes = chosen.map((number) => box(objects[number]));
      const all = boxes.length > 1 ? around(boxes.flatMap((each) => each.corners)) : { x: 0, y: 0, width: component.width, height: component.height };
      const [start, size] = index < 3 ? ["x", "width"] : ["y", "height"];
      const by = boxes.map((each) => all[start] - each[start] + ((index % 3) / 2) * (all[size] - each[size]));
      move(0, 0, by.map((far) => (index < 3 ? [far, 0] : [0, far])));
    }, { title: t(`to_${name}`), "aria-label": t(`to_${name}`), class: `align-${name}` })));
  }

  function showList() {
    const eye = (object, hidden = isHidden(object)) => h("button", { class: "plain icon seen-eye", "aria-pressed": String(hidden), "aria-label": t("design_hide", { name: calledOf(object) }), title: t("design_hide", { name: calledOf(object) }), onclick: () => restyle(object, { display: hidden ? null : "none" }) });
    const item = (object, depth) =>
      h("li", { class: `${chosen.includes(object.number) ? "chosen" : ""} ${isHidden(object) ? "off" : ""}`, style: { "padding-left": `${depth * 14}px` } },
        h("button", { class: "plain name", "aria-pressed": String(chosen.includes(object.number)), text: calledOf(object), onclick: (event) => choose(event.shiftKey ? [...chosen, object.number] : [object.number]) }),
        eye(object),
        h("button", { class: "plain icon shut-lock", "aria-pressed": String(object.locked), "aria-label": t("design_lock", { name: calledOf(object) }), title: t("design_lock", { name: calledOf(object) }), onclick: () => write(object, { "sodipodi:insensitive": object.locked ? null : "true" }) }));
    const shown = things(objects);
    const rows = [];
    const below = (parent, depth) => {
      for (const object of [...objects].reverse().filter((each) => each.parent === parent && each.node)) {
        if (object.layer) {
          rows.push(h("li", { class: "layer", style: { "padding-left": `${depth * 14}px` } }, h("button", { class: "plain name", text: calledOf(object), onclick: () => choose(shown.filter((each) => each.parent === object.number).map((each) => each.number)) }), eye(object)));
          below(object.number, depth + 1);
        } else if (shown.includes(object)) rows.push(item(object, depth));
      }
    };
    below(0, 0);
    const top = list.scrollTop;
    const isIn = list.contains(document.activeElement);
    fill(list, h("ul", { class: "plain-list" }, rows));
    list.scrollTop = top;
    if (isIn) list.querySelector(".chosen .name")?.focus({ preventScroll: true });
  }

  return {
    isFrame,
    show(now) {
      const focused = properties.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
      const other = about && each()?.id;
      ({ about, objects, chosen, component } = now);
      showProperties();
      showList();
      if (each()?.id !== other) {
        properties.scrollTop = 0;
        list.querySelector("li.chosen")?.scrollIntoView({ block: "nearest" });
      }
      if (focused) properties.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
    },
  };
}
