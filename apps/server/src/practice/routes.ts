import { type ContractReceipt, contractReceiptToWire } from '@glasshouse/core/contracts/codec'
import { listMessagesTo } from '../notifications/index.ts'
import { type AnyRoute, route } from '../platform/http/index.ts'
import type { Platform } from '../platform/services/index.ts'
import type { Calendar } from './service/calendar.ts'
import { setLeadBots } from './service/leadBots.ts'
import { readPracticeState, type StateDeps } from './service/state.ts'

type Deps = Platform &
  StateDeps & {
    readonly demoReceipt: () => Promise<ContractReceipt>
    readonly calendar: Calendar
  }

/** Practice calls; there are none in live mode. */
export const practiceRoutes = (deps: Deps): AnyRoute[] => {
  if (deps.settings.MODE !== 'practice') return []
  return [
    route('/api/practice/outbox', async ({ body }) => {
      const messages = await listMessagesTo(deps.database.db, body.to)
      return messages.map(({ channel, recipient, subject, body: text, code, created_ms }) => ({
        channel,
        to: recipient,
        subject,
        text,
        ...(code === null ? {} : { code }),
        time: created_ms,
      }))
    }),
    route('/api/practice/clock', async ({ body }) => ({ now: await deps.calendar.advance(body.advanceMs) })),
    route('/api/practice/bots', async ({ body }) => ({ run: await setLeadBots(deps, body.run) })),
    route('/api/practice/receipt', async () => contractReceiptToWire(await deps.demoReceipt())),
    route('/api/practice/state', async () => readPracticeState(deps)),
  ]
}
