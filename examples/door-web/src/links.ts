/**
 * Watches the address bar for setup links: the one that the page was opened with, and those that
 * are opened while it is open. What stands behind the # leaves the address bar, and with it the
 * history and every screenshot, before anything else is done with it. Gives a function that names
 * who gets the links, also those that came before.
 */
export const watchLinks = (): ((onLink: (link: string) => void) => void) => {
  const waiting: string[] = []
  let give = (link: string): void => void waiting.push(link)
  const take = (): void => {
    if (location.hash === "") return
    const { href, pathname } = location
    history.replaceState(null, "", pathname)
    give(href)
  }
  window.addEventListener("hashchange", take)
  take()
  return (onLink) => {
    give = onLink
    for (const link of waiting.splice(0)) onLink(link)
  }
}
