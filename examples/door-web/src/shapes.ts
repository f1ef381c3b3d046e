import type { VerdictKind } from "./words.ts"

/** Each verdict has a shape of its own, so that nobody has to tell green from red. */
const paths: Readonly<Record<VerdictKind, readonly string[]>> = {
  admitted: ["M60 6a54 54 0 1 0 0 108a54 54 0 1 0 0-108z", "M34 62l18 18 35-40"],
  reentry: ["M60 6a54 54 0 1 0 0 108a54 54 0 1 0 0-108z", "M82 76a28 28 0 1 1 3-26M88 32v20H68"],
  blocked: ["M38 6h44l32 32v44l-32 32H38L6 82V38z", "M40 40l40 40M80 40l-40 40"],
  undetermined: ["M60 10L114 106H6z", "M47 54a13 13 0 1 1 19 11c-4 2-6 5-6 10M60 90v1"],
}

const SVG = "http://www.w3.org/2000/svg"

/** Draws the shape of a verdict into an `svg` of 120 by 120. */
export const drawShape = (svg: SVGElement, kind: VerdictKind): void => {
  svg.replaceChildren(
    ...paths[kind].map((d) => {
      const path = document.createElementNS(SVG, "path")
      path.setAttribute("d", d)
      path.setAttribute("fill", "none")
      path.setAttribute("stroke", "currentColor")
      path.setAttribute("stroke-width", "9")
      path.setAttribute("stroke-linecap", "round")
      path.setAttribute("stroke-linejoin", "round")
      return path
    }),
  )
}

/** A new picture of a verdict. */
export const shapeOf = (kind: VerdictKind): SVGElement => {
  const svg = document.createElementNS(SVG, "svg")
  svg.setAttribute("viewBox", "0 0 120 120")
  svg.setAttribute("aria-hidden", "true")
  drawShape(svg, kind)
  return svg
}
