/** The page's files and their common version, put here by the build. */
declare const FILES: readonly string[]
declare const VERSION: string

interface WorkerEvent extends Event {
  readonly waitUntil: (work: Promise<unknown>) => void
}
interface FetchEventLike extends WorkerEvent {
  readonly request: Request
  readonly respondWith: (reply: Promise<Response>) => void
}
interface Worker extends EventTarget {
  readonly location: { readonly origin: string }
  readonly clients: { readonly claim: () => Promise<void> }
}

const worker = globalThis as unknown as Worker
const PREFIX = "door-"
const name = `${PREFIX}${VERSION}`

// All or nothing: half a page offline would be worse than an old one. A new version waits until the
// old page is closed, so that nothing changes in the middle of an evening.
worker.addEventListener("install", (event) => {
  ;(event as WorkerEvent).waitUntil(
    caches
      .open(name)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))),
  )
})

worker.addEventListener("activate", (event) => {
  const clear = async (): Promise<void> => {
    const old = (await caches.keys()).filter((each) => each.startsWith(PREFIX) && each !== name)
    await Promise.all(old.map((each) => caches.delete(each)))
    await worker.clients.claim()
  }
  ;(event as WorkerEvent).waitUntil(clear())
})

// Only the page's own files: what goes to the service is none of the cache's business.
worker.addEventListener("fetch", (event) => {
  const { request, respondWith } = event as FetchEventLike
  const url = new URL(request.url)
  if (request.method !== "GET" || url.origin !== worker.location.origin) return
  const path = request.mode === "navigate" ? "/" : url.pathname
  if (!FILES.includes(path)) return
  respondWith.call(
    event,
    caches.match(path, { cacheName: name }).then((found) => found ?? fetch(request)),
  )
})
