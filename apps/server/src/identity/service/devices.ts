import { formatTime } from '@glasshouse/core/calendar/days'
import { deviceOf } from '@glasshouse/core/identity/device'
import type { Language } from '@glasshouse/core/wire/languages'
import { postNotice } from '../../customers/notices/index.ts'
import { queueLinkMessage } from '../../notifications/index.ts'
import type { Tx } from '../../platform/database/index.ts'
import { sha256 } from '../../platform/secrets/index.ts'
import type { Platform } from '../../platform/services/index.ts'
import { upsertDevice } from '../store/devices.ts'
import { listLetterRecipients } from './letters.ts'
import { startPause } from './pause.ts'
import { createUndoLink } from './undo.ts'

/** Where a sign-in comes from. */
export type RequestOrigin = {
  readonly ip: string
  readonly userAgent: string
  readonly lang: Language
  /** The header `Device`; null without one. */
  readonly device: string | null
  /** ISO code of the country as a trusted proxy named it; null where none did. */
  readonly country: string | null
}

/** What identifies the device of a request: its header `Device`, or the user agent where there is none. */
export const deviceHashOf = ({ device, userAgent }: Pick<RequestOrigin, 'device' | 'userAgent'>): string =>
  device == null ? sha256(`agent\n${userAgent}`) : sha256(`device\n${device}`)

/** A device in words, as far as its user agent says. */
const describe = (userAgent: string): string => {
  const { browser, system } = deviceOf(userAgent)
  return [browser, system].filter((part) => part !== null).join(', ') || userAgent.slice(0, 80) || '—'
}

/** How long the link of the letter about a new device is good, by the business calendar; milliseconds. */
const notMeLinkMs = 72 * 3_600_000

type Deps = Pick<Platform, 'settings' | 'clock' | 'secrets'>

/**
 * Records the device of a sign-in, in its transaction, and returns what identifies it. A device that is new to the
 * account is reported by letters, with a link that locks the account, and to its open pages; unless a second factor
 * confirmed the sign-in it also pauses sending and digital withdrawals for 24 h. The caller holds the lock of the
 * customer.
 */
export const recordDevice = async (
  deps: Deps,
  tx: Tx,
  uid: number,
  origin: RequestOrigin,
  hasProvenSecond: boolean,
): Promise<string> => {
  const deviceHash = deviceHashOf(origin)
  const businessMs = deps.clock.business()
  if (!(await upsertDevice(tx, uid, deviceHash, businessMs))) return deviceHash
  if (!hasProvenSecond) await startPause(tx, uid, businessMs, 'new_device')
  const device = describe(origin.userAgent)
  const place = origin.country == null ? origin.ip : `${origin.ip}, ${origin.country}`
  const notice = { kind: 'newDevice', params: { device, place } } as const
  await postNotice(tx, deps.clock, uid, notice, `${deviceHash}:${businessMs}`)
  const { emails, lang } = await listLetterRecipients(tx, uid, businessMs)
  for (const recipient of emails) {
    const link = await createUndoLink(deps, tx, {
      uid,
      kind: 'signIn',
      oldAddress: null,
      lifeMs: notMeLinkMs,
    })
    const values = { device, place, time: formatTime(businessMs), link }
    await queueLinkMessage(
      deps,
      tx,
      deps.clock.now(),
      uid,
      { channel: 'email', recipient },
      lang,
      'newDevice',
      values,
    )
  }
  return deviceHash
}
