import { formatTime } from '@glasshouse/core/calendar/days'
import { deviceOf } from '@glasshouse/core/identity/device'
import type { Language } from '@glasshouse/core/wire/languages'
import { queueEmail } from '../../notifications/index.ts'
import { type Clock, publishEvents, pushEvent, sha256, type Tx } from '../../platform/index.ts'
import { updateCustomer } from '../store/customers.ts'
import { upsertDevice } from '../store/devices.ts'
import { newDeviceLetter } from './deviceLetter.ts'

/** From where somebody signs in. */
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
  return [browser, system].filter((part) => part !== null).join(', ') || userAgent.slice(0, 80) || '–'
}

type SignedInCustomer = { readonly uid: number; readonly email: string | null; readonly lang: Language }

/**
 * Records the device of a sign-in, in its transaction. A device that is new to the account is reported by letter
 * and to its open pages, and noted on the account. The caller holds the lock of the customer.
 */
export const recordDevice = async (
  tx: Tx,
  clock: Clock,
  { uid, email, lang }: SignedInCustomer,
  origin: RequestOrigin,
): Promise<string> => {
  const deviceHash = deviceHashOf(origin)
  const businessMs = clock.business()
  if (!(await upsertDevice(tx, uid, deviceHash, businessMs))) return deviceHash
  await updateCustomer(tx, uid, { new_device_ms: businessMs })
  const device = describe(origin.userAgent)
  const place = origin.country == null ? origin.ip : `${origin.ip}, ${origin.country}`
  await publishEvents(
    tx,
    [pushEvent({ uid, event: 'NOTICE', data: { kind: 'newDevice', device, place, time: businessMs } })],
    clock.now(),
  )
  if (email !== null)
    await queueEmail(tx, clock.now(), {
      uid,
      email,
      lang,
      template: 'security.newDevice',
      ...newDeviceLetter(lang, { device, place, time: formatTime(businessMs) }),
    })
  return deviceHash
}
