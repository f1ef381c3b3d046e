import type { Arrow, Line, Place } from "./arrows.ts"
import { type Box, boxes, canvas, type Touch, type Way, ways } from "./places.ts"

/**
 * Draws the arrows between the boxes. Throws where one has no place, and where a place has no arrow
 * any more.
 */
export const svgOf = (arrows: readonly Arrow[]): string => {
  const names = arrows.map(nameOf)
  const missing = names.filter((name) => ways[name] === undefined)
  const idle = Object.keys(ways).filter((name) => !names.includes(name))
  if (missing.length + idle.length > 0)
    throw new Error(`Without a place: ${missing.join("; ")}. Without an arrow: ${idle.join("; ")}.`)
  const { width, height } = canvas
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title desc">`,
    `<title id="title">The states of a membership</title>`,
    `<desc id="desc">${escape(arrows.map(textOf).join(" "))}</desc>`,
    `<style>${style}</style>`,
    `<defs>${head("asked")}${head("clock")}</defs>`,
    `<rect class="page" width="${width}" height="${height}" rx="12"/>`,
    ...(Object.keys(boxes) as Place[]).map((place) => drawBox(place, boxes[place])),
    ...arrows.map((arrow) => drawArrow(arrow, placed(arrow))),
    ...legend,
    "</svg>",
    "",
  ].join("\n")
}

const nameOf = ({ from, to, isClock }: Arrow): string =>
  `${from} > ${to}${isClock ? " by the clock" : ""}`

const placed = (arrow: Arrow): Way => {
  const way = ways[nameOf(arrow)]
  if (way === undefined) throw new Error(`${nameOf(arrow)} has no place`)
  return way
}

/** An arrow in words, for those who do not see it. */
const textOf = ({ from, to, isClock, lines }: Arrow): string => {
  const where =
    from === to
      ? `In ${boxes[from].name}, and staying there`
      : `From ${boxes[from].name} to ${boxes[to].name}`
  const what = lines.map(({ phrase, ways, events }) => [
    phrase,
    ways.join(", "),
    events.length > 0 ? `(${events.join(", ")})` : "",
  ])
  return `${where}${isClock ? ", by time alone" : ""}: ${what.map((parts) => parts.filter((part) => part !== "").join(" ")).join("; ")}.`
}

const drawBox = (place: Place, { x, y, width, height, name, says }: Box): string => {
  const rect = `<rect x="${x - width / 2}" y="${y - height / 2}" width="${width}" height="${height}" rx="${place === "live" ? 14 : 10}"/>`
  if (place === "live") {
    const at = { x: x - width / 2 + 16, y: y - height / 2 + 24 }
    return `<g class="${place}">${rect}${text(at.x, at.y, "start", `<tspan class="name">${name}</tspan> <tspan class="says">${says}</tspan>`)}</g>`
  }
  return `<g class="state ${place}">${rect}${text(x, y - 3, "middle", name, "name")}${text(x, y + 16, "middle", says, "says")}</g>`
}

const drawArrow = (arrow: Arrow, { leaves, arrives, swing, words }: Way): string => {
  const kind = arrow.isClock ? "clock" : "asked"
  const path = `<path class="${kind}" d="${pathOf(at(boxes[arrow.from], leaves), at(boxes[arrow.to], arrives), swing)}" marker-end="url(#${kind}-head)"/>`
  const rows = arrow.lines.flatMap((line) => wrap(line, words.width))
  const lines = rows.map((row, n) => text(words.x, words.y + n * lineHeight, words.anchor, row))
  return `<g class="words ${kind}">${path}${lines.join("")}</g>`
}

interface Point {
  readonly x: number
  readonly y: number
  /** Away from the box. */
  readonly out: readonly [number, number]
}

const at = ({ x, y, width, height }: Box, [side, offset]: Touch): Point => {
  if (side === "top") return { x: x + offset, y: y - height / 2, out: [0, -1] }
  if (side === "bottom") return { x: x + offset, y: y + height / 2, out: [0, 1] }
  return side === "left"
    ? { x: x - width / 2, y: y + offset, out: [-1, 0] }
    : { x: x + width / 2, y: y + offset, out: [1, 0] }
}

const pathOf = (from: Point, to: Point, swing: number | undefined): string => {
  if (swing === undefined) return `M${from.x} ${from.y} L${to.x} ${to.y}`
  const [first, second] = [from, to].map(
    ({ x, y, out: [dx, dy] }) => `${x + dx * swing} ${y + dy * swing}`,
  )
  return `M${from.x} ${from.y} C${first} ${second} ${to.x} ${to.y}`
}

const lineHeight = 17
/** What a letter takes at most, in the fonts that are asked for. */
const letter = { plain: 6.9, bold: 7.8, code: 7 }

/** A line of words as rows no wider than `width`; an event stays in one piece. */
const wrap = ({ phrase, ways: how, events }: Line, width: number): readonly string[] => {
  const plain = how.map((way, n) => (n < how.length - 1 ? `${way},` : way))
  const pieces = [
    { text: phrase, name: "phrase", takes: phrase.length * letter.bold },
    ...plain.map((way) => ({ text: way, name: "", takes: way.length * letter.plain })),
    ...events
      .map(shortOf)
      .map((event) => ({ text: event, name: "event", takes: event.length * letter.code })),
  ]
  const rows: { readonly marks: readonly string[]; readonly takes: number }[] = []
  for (const piece of pieces) {
    const mark = `<tspan${piece.name === "" ? "" : ` class="${piece.name}"`}>${escape(piece.text)}</tspan>`
    const last = rows.at(-1)
    if (last === undefined || last.takes + letter.plain + piece.takes > width)
      rows.push({ marks: [mark], takes: piece.takes })
    else
      rows.splice(-1, 1, {
        marks: [...last.marks, mark],
        takes: last.takes + letter.plain + piece.takes,
      })
  }
  return rows.map(({ marks }) => marks.join(" "))
}

/** Of an event what is its own; the legend says what all have in common. */
const shortOf = (event: string): string => event.replace("membership.", "")

const text = (
  x: number,
  y: number,
  anchor: "start" | "middle" | "end",
  content: string,
  name = "",
): string =>
  `<text x="${x}" y="${y}"${anchor === "start" ? "" : ` text-anchor="${anchor}"`}${name === "" ? "" : ` class="${name}"`}>${content}</text>`

const head = (kind: string): string =>
  `<marker id="${kind}-head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path class="${kind}-head" d="M0 0.5 L10 5 L0 9.5 z"/></marker>`

const legend = [
  `<g class="words legend"><path class="asked" d="M24 632 L64 632" marker-end="url(#asked-head)"/>${text(74, 636, "start", "somebody asks, or a payment comes")}`,
  `<path class="clock" d="M24 654 L64 654" marker-end="url(#clock-head)"/>${text(74, 658, "start", "time alone: never an event")}`,
  `${text(24, 680, "start", '<tspan class="event">left</tspan>')}${text(74, 680, "start", "the event it sends, membership.left")}</g>`,
]

const escape = (words: string): string =>
  words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const style = `
svg { --page: #ffffff; --ink: #1f2328; --muted: #59636e; --line: #57606a; --clock: #9a6700; --event: #0b6b75; --live: #f6f8fa; --edge: #d1d9e0;
  --active: #dafbe1; --active-edge: #1a7f37; --notice: #fff8c5; --notice-edge: #9a6700; --lapsed: #ffe9e3; --lapsed-edge: #bc4c00; }
@media (prefers-color-scheme: dark) {
  svg { --page: #0d1117; --ink: #e6edf3; --muted: #9198a1; --line: #9198a1; --clock: #d29922; --event: #56d4dd; --live: #151b23; --edge: #3d444d;
    --active: #12261e; --active-edge: #3fb950; --notice: #272115; --notice-edge: #d29922; --lapsed: #2b1a13; --lapsed-edge: #f0883e; }
}
text { font: 12.5px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; fill: var(--ink); }
.page { fill: var(--page); }
.live rect { fill: var(--live); stroke: var(--edge); }
.state rect { fill: var(--page); stroke: var(--line); stroke-width: 1.5; }
.active rect { fill: var(--active); stroke: var(--active-edge); }
.notice rect { fill: var(--notice); stroke: var(--notice-edge); }
.lapsed rect { fill: var(--lapsed); stroke: var(--lapsed-edge); }
.none rect { stroke-dasharray: 2 4; }
.name { font-size: 15px; font-weight: 600; }
.says { font-size: 11.5px; fill: var(--muted); }
.words text { fill: var(--muted); }
.words .phrase { fill: var(--ink); font-weight: 600; }
.words .event { fill: var(--event); font: 11.5px ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
path.asked { fill: none; stroke: var(--line); stroke-width: 1.5; }
path.clock { fill: none; stroke: var(--clock); stroke-width: 1.5; stroke-dasharray: 5 4; }
.asked-head { fill: var(--line); }
.clock-head { fill: var(--clock); }
`
