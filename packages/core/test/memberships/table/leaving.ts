import { isLapsed, isLive, isNone } from "../facts.ts"
import { ok, refused, type Row, row } from "./row.ts"

/** How a membership ends, and how notice is given and taken back. */
export const leaving: readonly Row[] = [
  row("no membership", "leave", isNone, refused(404)),
  row("T1", "leave", (f) => f.standing === "active" && !f.isOnce && !f.isEndless, ok("notice")),
  row(
    "T2",
    "leave",
    (f) => f.standing === "active" && (f.isOnce || f.isEndless),
    ok("none", "left"),
  ),
  row("T3", "leave", isLapsed, ok("none", "left")),
  row("T4", "leave", (f) => f.standing === "notice", refused(409)),
  row("no membership", "resume", isNone, refused(404)),
  row("T5", "resume", (f) => f.standing === "notice", ok("active")),
  row(
    "T5, no notice",
    "resume",
    (f) => f.standing === "active" || f.standing === "lapsed",
    refused(409),
  ),
  row("T35", "removeMember", isNone, refused(404)),
  row("T34", "removeMember", isLive, ok("none", "left")),
  row("no membership", "closeOrganization", isNone, refused(404)),
  row("T36", "closeOrganization", isLive, ok("none", "left")),
  row("no membership", "closeAccount", isNone, refused(404)),
  row("T41", "closeAccount", isLive, ok("none", "left")),
]
