/** What is used of nodemailer, which ships no types. */
declare module "nodemailer" {
  interface Transport {
    readonly sendMail: (mail: {
      readonly from: string
      readonly to: { readonly name: string; readonly address: string }
      readonly subject: string
      readonly text: string
      readonly headers: Readonly<Record<string, string>>
      readonly disableFileAccess: boolean
      readonly disableUrlAccess: boolean
    }) => Promise<unknown>
  }
  export const createTransport: (options: {
    readonly url: string
    readonly connectionTimeout: number
    readonly greetingTimeout: number
    readonly socketTimeout: number
  }) => Transport
}
