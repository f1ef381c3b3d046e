/**
 * The elements of the page by their names; a page that lacks one is broken, and says so at once.
 */
export const element = <T extends Element>(id: string, type: new () => T): T => {
  const found = document.getElementById(id)
  if (!(found instanceof type)) throw new Error(`The page has no ${id}.`)
  return found
}

/** A small element with a text in it. Texts of others get into the page in no other way. */
export const withText = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  text: string,
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name)
  made.textContent = text
  return made
}
