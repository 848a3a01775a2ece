import { symbolOf } from '../codec.ts'
import type { CheckReport } from '../difference.ts'
import type { ExportBundle, Receipt } from '../read.ts'

type Event = Receipt['events'][number]
type Problems = readonly string[]

const eventOf = (receipt: Receipt | undefined, kind: Event['kind']): Event | undefined =>
  receipt?.events.find((event) => event.kind === kind)

/** A copy opened what its lead did, at the very tick and with the same fair entry. */
const openingProblems = ({ order }: Receipt, opened: Event, lead: Receipt): Problems => {
  const led = eventOf(lead, 'opened')
  if (led === undefined) return [`order ${lead.order.id} of the lead was not opened`]
  const isSameEntry = opened.entry?.accepted.hash === led.entry?.accepted.hash
  return [
    ...(symbolOf(lead.order) === symbolOf(order) && lead.order.type === order.type
      ? []
      : [`it is not on the side of the market that order ${lead.order.id} of the lead is on`]),
    ...(led.tick !== null && opened.tick?.hash === led.tick.hash && isSameEntry
      ? []
      : [`it was not opened at the tick of order ${lead.order.id} of the lead`]),
    ...(opened.time === led.time ? [] : ['it was not opened together with the order of the lead']),
    ...(order.multiple <= lead.order.multiple ? [] : ['its leverage is above that of the lead']),
  ]
}

/** A copy closed because its lead did: not before, and at the same tick or, where that was not possible, a later one. */
const closingProblems = (closed: Event, lead: Receipt): Problems => {
  const led = eventOf(lead, 'closed')
  if (led?.tick === undefined || led.tick === null)
    return [`order ${lead.order.id} of the lead did not close`]
  const isLater = closed.tick !== null && closed.tick.n >= led.tick.n && closed.time >= led.time
  return isLater ? [] : [`it closed before order ${lead.order.id} of the lead did`]
}

/**
 * Holds every order of a copy pool against the order of the lead that its receipt names: the same market and side, opened
 * at the same tick, closed no earlier. What settled on another day has no receipt of the lead in this one.
 */
export const verifyCopies = ({ receipts, settlements }: ExportBundle): CheckReport => {
  const byId = new Map(receipts.map((receipt) => [receipt.order.id, receipt]))
  const settled = new Set(settlements.map(({ kind, id }) => `${kind} ${id}`))
  const copies = receipts.filter(({ events }) => events.some(({ copyof }) => copyof !== undefined))
  const problemsOf = (receipt: Receipt, event: Event): Problems => {
    const isCopied = event.rule.startsWith('copy')
    if (isCopied !== (event.copyof !== undefined))
      return [isCopied ? 'it names no order of a lead' : 'it names an order of a lead and copied none']
    if (event.copyof === undefined || event.kind === 'closedPart') return []
    const isOpening = event.kind === 'opened'
    const lead = byId.get(event.copyof)
    if (lead === undefined) {
      const kind = isOpening ? 'contractOpened' : 'contractClosed'
      const isOfThisDay = settled.has(`${kind} ${receipt.order.id}`)
      return isOfThisDay ? [`no receipt of order ${event.copyof} of the lead is there`] : []
    }
    return isOpening ? openingProblems(receipt, event, lead) : closingProblems(event, lead)
  }
  return {
    name: 'copied orders',
    counts: { copies: copies.length },
    differences: receipts.flatMap((receipt) =>
      receipt.events.flatMap((event) =>
        problemsOf(receipt, event).map((what) => ({
          where: `order ${receipt.order.id}, ${event.kind}`,
          what,
        })),
      ),
    ),
    remarks: [],
  }
}
