import { fork } from "node:child_process"

/** A process that answers questions, one at a time. */
export interface Answering<Question, Reply> {
  readonly ask: (question: Question) => Promise<Reply>
  readonly stop: () => void
}

/** Starts a module under the same Node. */
export const startProcess = <Question extends string | object, Reply>(
  file: string,
  ...args: readonly string[]
): Answering<Question, Reply> => {
  const child = fork(file, args)
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        const ended = (code: number | null): void =>
          reject(new Error(`${file} ${args.join(" ")} ended with ${code}.`))
        child.once("exit", ended)
        child.once("message", (reply) => {
          child.off("exit", ended)
          resolve(reply as Reply)
        })
        child.send(question)
      }),
    stop: () => void child.kill(),
  }
}

/** Answers the questions of the process that started this one, and ends with it. */
export const answerParent = <Question, Reply extends object>(
  answer: (question: Question) => Promise<Reply>,
): void => {
  process.on("message", (question) => {
    void answer(question as Question).then((reply) => process.send?.(reply))
  })
  process.on("disconnect", () => process.exit())
  // It may have gone before this one was ready.
  if (!process.connected) process.exit()
}
