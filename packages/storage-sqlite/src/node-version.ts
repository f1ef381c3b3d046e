/**
 * The oldest Node that the native module behind SQLite is built for; `engines` of the package says
 * the same.
 */
export const oldestNode = "22.19"

/**
 * This process runs on a Node that SQLite's native module does not work with: it would end the
 * process without a word.
 */
export class UnsupportedNode extends Error {
  override readonly name = "UnsupportedNode"
  constructor(version: string) {
    super(
      `@symbolon/storage-sqlite needs Node ${oldestNode} or newer, and this process runs on Node ${version}. Install a newer Node from https://nodejs.org. Or add one to your project with "npm install node@24", and run the program with "npx node".`,
    )
  }
}

/**
 * Does nothing on a Node that is new enough.
 *
 * @throws {UnsupportedNode} on an older one.
 */
export const expectNode = (version: string): void => {
  const [major = 0, minor = 0] = version.split(".").map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldestNode.split(".").map(Number)
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    throw new UnsupportedNode(version)
}
