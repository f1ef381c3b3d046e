import { writeFileSync } from "node:fs"
import encodeQR from "qr"

const WIDTH = 640
const HEIGHT = 480
const FRAMES_A_SECOND = 5

/**
 * A video (Y4M) in which, after three seconds, codes are held before a camera, each for some
 * seconds, with one of nothing between.
 */
export const writeVideo = (path: string, texts: readonly string[], seconds = 3): void => {
  const blank = frame(undefined)
  const parts: Buffer[] = [
    Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_A_SECOND}:1 Ip A1:1 C420mpeg2\n`),
  ]
  for (let each = 0; each < 3 * FRAMES_A_SECOND; each += 1) parts.push(blank)
  for (const text of texts) {
    const shown = frame(text)
    for (let each = 0; each < seconds * FRAMES_A_SECOND; each += 1) parts.push(shown)
    for (let each = 0; each < FRAMES_A_SECOND; each += 1) parts.push(blank)
  }
  writeFileSync(path, Buffer.concat(parts))
}

/** A light grey wall, and a code before it. */
const frame = (text: string | undefined): Buffer => {
  const luma = Buffer.alloc(WIDTH * HEIGHT, 190)
  if (text !== undefined) {
    const code = encodeQR(text, "raw", { ecc: "medium", border: 4 })
    const scale = Math.floor((HEIGHT * 0.8) / code.length)
    const [left, top] = [
      Math.floor((WIDTH - code.length * scale) / 2),
      Math.floor((HEIGHT - code.length * scale) / 2),
    ]
    for (const [row, line] of code.entries())
      for (const [column, isDark] of line.entries())
        for (let y = 0; y < scale; y += 1)
          luma.fill(
            isDark ? 20 : 235,
            (top + row * scale + y) * WIDTH + left + column * scale,
            (top + row * scale + y) * WIDTH + left + (column + 1) * scale,
          )
  }
  return Buffer.concat([Buffer.from("FRAME\n"), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)])
}
