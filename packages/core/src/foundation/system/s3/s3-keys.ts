const keyShape = /^[0-9]{4}\/[0-9]{2}\/[0-9a-f-]{36}$/

/** The folders of a bucket: what is complete, and what uploads bring. */
export const folders = { objects: "objects/", incoming: "incoming/" } as const

type Folder = (typeof folders)[keyof typeof folders]

/** Where the object of a file is. */
export const objectAt = (key: string): string => `${folders.objects}${checked(key)}`

/** Where the bytes of its upload are until it is complete. */
export const incomingAt = (key: string): string => `${folders.incoming}${checked(key)}`

/** The key of a file whose bytes are there; undefined for what is none of ours. */
export const keyIn = (folder: Folder, path: string): string | undefined => {
  const key = path.startsWith(folder) ? path.slice(folder.length) : ""
  return keyShape.test(key) ? key : undefined
}

const checked = (key: string): string => {
  if (!keyShape.test(key)) throw new Error(`${JSON.stringify(key)} names nothing in this store.`)
  return key
}
