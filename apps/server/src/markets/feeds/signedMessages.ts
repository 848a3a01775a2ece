import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Messages } from '../../platform/events/index.ts'
import { randomToken } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { UpstreamError } from '../../platform/telemetry/index.ts'

const isUnits = /^-?\d+n$/

const toJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? `${part}n` : part))

const fromJson = (text: string): unknown =>
  JSON.parse(text, (_key, part) =>
    typeof part === 'string' && isUnits.test(part) ? BigInt(part.slice(0, -1)) : part,
  )

/** A text with the proof that a process which knows `SECRET_KEY` wrote it. */
export type SignedText = { readonly text: string; readonly mac: string }

/** What comes from NATS and was not written by a process of this installation. */
class UnsignedMessageError extends Error {
  constructor() {
    super('a message about prices was not signed by a process of this installation')
    this.name = 'UnsignedMessage'
  }
}

/** Writes and reads signed values. */
export type SignedCodec = {
  readonly sign: (value: unknown) => SignedText
  /** @throws UnsignedMessageError */
  readonly read: (signed: SignedText) => unknown
}

/**
 * Writes and reads values with bigints, signed: prices that decide must not come from any program that can publish to NATS.
 *
 * @param purpose of the key: what is signed for one purpose is not accepted for another
 */
export const createSignedCodec = ({ secrets }: Pick<Platform, 'secrets'>, purpose: string): SignedCodec => {
  const keys = [...secrets.keysFor(purpose).values()]
  const macOf = (text: string, key: Buffer): Buffer => createHmac('sha256', key).update(text).digest()
  return {
    sign: (value) => {
      const text = toJson(value)
      const [key] = keys
      if (key === undefined) throw new Error('there is no key for messages about prices')
      return { text, mac: macOf(text, key).toString('base64') }
    },
    read: ({ text, mac }) => {
      const given = Buffer.from(mac, 'base64')
      for (const key of keys) {
        const expected = macOf(text, key)
        if (given.length === expected.length && timingSafeEqual(given, expected)) return fromJson(text)
      }
      throw new UnsignedMessageError()
    },
  }
}

/** Answers signed questions at an address. Returns how to stop. */
export const serveSigned = (
  messages: Messages,
  codec: SignedCodec,
  address: string,
  answer: (question: unknown) => Promise<unknown>,
): (() => Promise<void>) =>
  messages.serve(address, async (body) => {
    const { nonce, question } = codec.read(body as SignedText) as { nonce: string; question: unknown }
    return codec.sign({ nonce, answer: await answer(question) })
  })

/** Asks a signed question; the answer is known to be one to it and to no earlier one. */
export const askSigned = async (
  messages: Messages,
  codec: SignedCodec,
  address: string,
  question: unknown,
  timeoutMs: number,
): Promise<unknown> => {
  const nonce = randomToken(9)
  const body = await messages.request(address, codec.sign({ nonce, question }), timeoutMs)
  const answered = codec.read(body as SignedText) as { nonce: string; answer: unknown }
  if (answered.nonce !== nonce) throw new UpstreamError('the answer belongs to another question')
  return answered.answer
}
