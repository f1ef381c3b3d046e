import { request } from "node:http"

const mebibyte = 1024 * 1024

/** The content type of all that is sent here. */
export const contentType = "application/octet-stream"

/** Sends so many bytes as fast as they are taken; answers the ETag. */
export const put = (url: string, count: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { "content-type": contentType, "content-length": count }
    const sending = request(url, { method: "PUT", headers, agent: false }, (reply) => {
      reply.resume()
      if (reply.statusCode === 200) resolve(reply.headers.etag ?? "")
      else reject(new Error(`PUT was answered ${reply.statusCode}.`))
    })
    sending.on("error", reject)
    let left = count
    const more = (): void => {
      while (left > 0) {
        const next = chunk.subarray(0, left)
        left -= next.length
        if (!sending.write(next)) return void sending.once("drain", more)
      }
      sending.end()
    }
    more()
  })

const chunk = Buffer.alloc(mebibyte / 4, 7)

/** Reads a body to its end; answers how many bytes it had. */
export const get = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const asking = request(url, { agent: false }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`GET was answered ${reply.statusCode}.`))
      let got = 0
      reply.on("data", (bytes: Buffer) => (got += bytes.length))
      reply.on("end", () => resolve(got))
      reply.on("error", reject)
    })
    asking.on("error", reject)
    asking.end()
  })
