import type { VerdictKind } from "./words.ts"

interface Tone {
  readonly hertz: number
  /** Seconds. */
  readonly at: number
  readonly lasts: number
  readonly wave: OscillatorType
}

/**
 * Told apart with closed eyes: up for yes, down and rough for no, three times the same for "cannot
 * tell".
 */
const melodies: Readonly<Record<VerdictKind, readonly Tone[]>> = {
  admitted: [
    { hertz: 880, at: 0, lasts: 0.09, wave: "sine" },
    { hertz: 1320, at: 0.1, lasts: 0.16, wave: "sine" },
  ],
  reentry: [
    { hertz: 880, at: 0, lasts: 0.09, wave: "sine" },
    { hertz: 1320, at: 0.1, lasts: 0.09, wave: "sine" },
    { hertz: 1320, at: 0.24, lasts: 0.12, wave: "sine" },
  ],
  blocked: [
    { hertz: 220, at: 0, lasts: 0.18, wave: "square" },
    { hertz: 147, at: 0.2, lasts: 0.4, wave: "square" },
  ],
  undetermined: [0, 0.18, 0.36].map((at) => ({
    hertz: 523,
    at,
    lasts: 0.1,
    wave: "triangle" as const,
  })),
}

const vibrations: Readonly<Record<VerdictKind, readonly number[]>> = {
  admitted: [60],
  reentry: [60, 60, 60],
  blocked: [300, 80, 300],
  undetermined: [80, 60, 80, 60, 80],
}

/** The voice of the page. */
export interface Sounds {
  readonly play: (kind: VerdictKind) => void
  readonly mute: (isMute: boolean) => void
  /** Browsers let a page make sounds only after somebody has touched it. */
  readonly wake: () => void
}

/** Opens the voice; nothing happens where there is no WebAudio. */
export const openSounds = (): Sounds => {
  let context: AudioContext | undefined
  let isMute = false
  const wake = (): void => {
    if (typeof AudioContext === "undefined") return
    context ??= new AudioContext()
    if (context.state === "suspended") void context.resume().catch(() => undefined)
  }
  return {
    wake,
    mute: (next) => {
      isMute = next
    },
    play: (kind) => {
      if ("vibrate" in navigator && navigator.userActivation?.hasBeenActive === true)
        navigator.vibrate([...vibrations[kind]])
      if (isMute || context === undefined) return
      for (const tone of melodies[kind]) sound(context, tone)
    },
  }
}

const sound = (context: AudioContext, { hertz, at, lasts, wave }: Tone): void => {
  const from = context.currentTime + at
  const gain = context.createGain()
  const loud = wave === "square" ? 0.12 : 0.3
  // Ramps instead of edges: a hard end is heard as a click.
  gain.gain.setValueAtTime(0, from)
  gain.gain.linearRampToValueAtTime(loud, from + 0.01)
  gain.gain.setValueAtTime(loud, from + lasts - 0.02)
  gain.gain.linearRampToValueAtTime(0, from + lasts)
  const voice = context.createOscillator()
  voice.type = wave
  voice.frequency.value = hertz
  voice.connect(gain).connect(context.destination)
  voice.start(from)
  voice.stop(from + lasts + 0.02)
}
