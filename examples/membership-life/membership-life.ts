/**
 * A whole life of a membership over HTTP, on a clock that jumps: joining, paying, a card, contacts
 * and a public page, rewards, changing tier, notice, lapse, renewal, a payment taken back, what the
 * club does with its members, and rewards that come by themselves. Run it at the root with
 * `npm run examples -- membership-life`. It takes seconds, tells what happens, and stops with an
 * error where anything is not as told.
 */
import { theClub } from "./by-the-club.ts"
import { changing } from "./changing.ts"
import { joining } from "./joining.ts"
import { lapsing } from "./lapsing.ts"
import { meeting } from "./meeting.ts"
import { publishing } from "./publishing.ts"
import { rewarding } from "./rewarding.ts"
import { chapter, told } from "./tell.ts"
import { thanking } from "./thanking.ts"
import { openWorld } from "./world.ts"

const world = await openWorld()
try {
  chapter("Ada finds the club, and joins")
  await joining(world)
  chapter("She has a card, and meets people")
  await meeting(world)
  chapter("She writes a page about herself, and hands out a link")
  await publishing(world)
  chapter("The club rewards its members")
  await rewarding(world)
  chapter("She changes tier, gives notice, and thinks better of it")
  await changing(world)
  chapter("Her term runs out, she renews, and her bank takes it back")
  await lapsing(world)
  chapter("The club looks after its members, and retires a tier")
  await theClub(world)
  chapter("It thanks those who come, and those who stay")
  await thanking(world)
  console.log(`\nAll ${told()} things were as told.`)
} finally {
  await world.close()
}
