import { describe, expect, it } from "vitest"
import { readNetwork } from "./network.ts"
import { outgoingUrlProblem } from "./outgoing-url.ts"

const judged = (url: string, allowed: readonly string[] = [], httpsOnly = false) =>
  outgoingUrlProblem(url, {
    httpsOnly,
    allowedNetworks: allowed.flatMap((text) => readNetwork(text) ?? []),
  })

describe("a URL that an organization gives", () => {
  it.each([
    "https://club.example/hooks",
    "http://club.example",
    "HTTPS://Club.Example:8443/a/b?c=d@e",
    "https://xn--bcher-kva.example/",
    "https://bücher.example/",
    "https://8.8.8.8/",
    "https://[2606:4700:4700::1111]:8443/",
    "https://club.example./",
    `https://club.example/${"a".repeat(2_027)}`,
  ])("may be %s", (url) => expect(judged(url)).toBeUndefined())

  it.each([
    ["", "begins with http:// or https://"],
    ["club.example/hooks", "begins with http:// or https://"],
    ["//club.example/hooks", "begins with http:// or https://"],
    ["ftp://club.example", "begins with http:// or https://"],
    ["javascript:alert(1)", "begins with http:// or https://"],
    ["unix:/var/run/docker.sock", "begins with http:// or https://"],
    ["http:club.example", "begins with http:// or https://"],
    ["https://", "with a host"],
    ["https:///hooks", "with a host"],
    ["https://?a", "with a host"],
    ["https://./hooks", "with a host"],
    ["https://club.example:port/", "with a host"],
    ["https://club.example:99999/", "with a host"],
    ["https://1.2.3.4.5/", "with a host"],
    ["https://[::1%25eth0]/", "with a host"],
    ["https://me:secret@club.example/", "without a user name"],
    ["https://club.example@127.0.0.1/", "without a user name"],
    ["https://club.example\\@127.0.0.1/", "without a user name"],
    ["https://club.example /", "without a user name or spaces"],
    ["https://club.example/\n", "without a user name or spaces"],
    ["https://club.example/a\tb", "without a user name or spaces"],
    ["https://club.example/#top", "must have no fragment"],
    ["https://club.example/#", "must have no fragment"],
    [`https://club.example/${"a".repeat(2_028)}`, "must be at most 2048 characters long"],
    ["http://club.example:25/", "25 is of another protocol"],
    ["http://club.example:0/", "0 is of another protocol"],
    ["https://club.example:6667/", "6667 is of another protocol"],
  ])("may not be %j", (url, problem) => {
    expect(judged(url)?.code).toBe("url_refused")
    expect(judged(url)?.text).toContain(problem)
  })

  it.each([
    "http://127.0.0.1/",
    "http://127.0.0.1./",
    "http://127.1/",
    "http://127.0.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0x7f000001/",
    "http://0X7F.0.0.1/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://0/",
    "http://00/",
    "http://0.0.0.0:8080/",
    "http://①②⑦.⓪.⓪.①/",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://%31%32%37.0.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://0xa9fea9fe/",
    "http://2852039166/",
    "http://10.0.0.1/",
    "http://192.168.1.1/",
    "http://172.16.0.1/",
    "http://100.64.0.1/",
    "http://168.63.129.16/",
    "http://255.255.255.255/",
    "http://[::]/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[fd00:ec2::254]/",
    "http://[fe80::1]/",
    "http://localhost/",
    "http://LOCALHOST:3000/",
    "http://localhost./",
    "http://localhost../",
    "http://ｌocalhost/",
    "http://hooks.localhost/",
    "http://localhost.localdomain/",
    "http://printer.local/",
    "http://printer.local./",
    "http://metadata.google.internal/",
    "http://router.home.arpa/",
    "http://home.arpa/",
    "http://abc.onion/",
    "http://intranet/",
    "http://intranet./",
  ])("may not be %s", (url) => {
    expect(judged(url)?.code).toBe("blocked_address")
    expect(judged(url)?.text).toBe(
      "must have a host that is on the public internet, such as https://club.example/hooks; for other networks, the operator sets SYMBOLON_WEBHOOKS_ALLOWED_NETWORKS",
    )
  })

  it("begins with https:// where the operator wants that", () => {
    expect(judged("https://club.example/", [], true)).toBeUndefined()
    expect(judged("http://club.example/", [], true)).toEqual({
      code: "url_refused",
      text: "must be a URL that begins with https://, such as https://club.example/hooks",
    })
  })

  it("may have any name where the operator allows networks: the addresses decide", () => {
    for (const url of ["http://intranet/", "http://localhost:3000/", "http://hooks.internal/"])
      expect(judged(url, ["10.0.0.0/8"]), url).toBeUndefined()
    for (const url of ["http://printer.local/", "http://PRINTER.Local./"])
      expect(judged(url, ["10.0.0.0/8"])?.code, url).toBe("blocked_address")
    expect(judged("http://./", ["10.0.0.0/8"])?.code).toBe("url_refused")
  })
  it("may be an address of an allowed network, and of no other", () => {
    for (const url of ["http://10.1.2.3/", "http://[::ffff:10.1.2.3]/", "http://167838211/"])
      expect(judged(url, ["10.0.0.0/8"]), url).toBeUndefined()
    for (const url of ["http://127.0.0.1/", "http://[::1]/", "http://[::10.1.2.3]/"])
      expect(judged(url, ["10.0.0.0/8"])?.code, url).toBe("blocked_address")
    expect(judged("http://[::1]:3000/", ["::1"])).toBeUndefined()
  })
})
