/** An element of an XML text: its children in order, or its text. */
export interface XmlElement {
  readonly name: string
  readonly children: readonly XmlElement[]
  /** The text directly inside of it. */
  readonly text: string
}

interface Open {
  readonly name: string
  readonly children: XmlElement[]
  text: string
}

const token =
  /<\?[^>]*\?>|<(\/?)([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/gy

/** Deeper than any answer of S3. */
const depthMax = 16

/**
 * Reads the XML that S3 servers answer with: elements, text and the five entities. Refuses
 * everything else, above all declarations of entities. Returns undefined for what is no such text.
 */
export const readXml = (xml: string): XmlElement | undefined => {
  const root: Open = { name: "", children: [], text: "" }
  const open: Open[] = [root]
  const source = xml.trim()
  let end = 0
  for (const match of source.matchAll(token)) {
    end = match.index + match[0].length
    const [whole, closes, name, , closesItself] = match
    const inner = open.at(-1) ?? root
    if (name === undefined) {
      if (!whole.startsWith("<?")) inner.text += whole
    } else if (closes === "/") {
      if (inner.name !== name || open.length === 1) return undefined
      open.pop()
      open.at(-1)?.children.push(closed(inner))
    } else if (closesItself === "/") inner.children.push({ name, children: [], text: "" })
    else if (open.push({ name, children: [], text: "" }) > depthMax) return undefined
  }
  const [only, ...others] = root.children
  const isWhole = end === source.length && open.length === 1 && root.text.trim() === ""
  return isWhole && others.length === 0 ? only : undefined
}

const closed = ({ name, children, text }: Open): XmlElement => ({
  name,
  children,
  text: children.length === 0 ? plain(text) : "",
})

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
}

const plain = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

/** The children of that name. */
export const childrenOf = ({ children }: XmlElement, name: string): readonly XmlElement[] =>
  children.filter((child) => child.name === name)

/** The text of the first child of that name; empty where there is none. */
export const textIn = ({ children }: XmlElement, name: string): string =>
  children.find((child) => child.name === name)?.text ?? ""

/** A text as it stands in an element. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
