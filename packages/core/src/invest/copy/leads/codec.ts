/** Wire forms of leads: their figures, their record by day, and where a customer stands who leads or may want to. */
import { dayOf, dayStart } from '../../../calendar/days.ts'
import type { DataOf } from '../../../calls.ts'
import { formatDecimal, formatUsdt, type Usdt, usdt } from '../../../money/units.ts'
import { type ReviewState, reviewStateToWire } from '../../../reviews/codec.ts'
import { referrerToWire } from '../../products/view/codec.ts'
import type { LeadIssue } from '../lead.ts'
import type { Fraction } from '../record.ts'
import type { LeadEndReason, LeadRow } from '../wire.ts'
import {
  figuresFromWire,
  formatFraction,
  fractionFromWire,
  type LeadFigures,
  leadFiguresToWire,
  signedFromWire,
} from './figures/codec.ts'

/** A lead as all users see it. */
export type LeadView = LeadFigures & {
  readonly id: number
  readonly username: string
  readonly sinceMs: number
  /** Null while the lead is active, as the reason. */
  readonly endedMs: number | null
  readonly endReason: LeadEndReason | null
  /** Whether it is a sample of practice mode, admitted without the days of record. */
  readonly isWaived: boolean
  /** Days of record. */
  readonly days: number
  /** Whether they are too few to mean anything. */
  readonly isRecordShort: boolean
  /** Of the lead wallet. */
  readonly equity: Usdt
  /** Equity of the pools at their newest dealings. */
  readonly pool: Usdt
  readonly followers: number
  /** What may still enter the pools. */
  readonly capacity: Usdt
  /** 1 to 10; null with too short a record. */
  readonly riskScore: number | null
  readonly products: readonly { readonly id: number; readonly name: string }[]
}

const applicationFields = {
  recordDays: 'recorddays',
  closedTrades: 'closedtrades',
  riskScore: 'riskscore',
  return30Days: 'returns30',
  returnAll: 'returnsall',
  maxDrawdown: 'maxdrawdown',
} as const

/** Name of a field of an application to be copied in the review queue. */
export const applicationFieldToWire = (field: keyof typeof applicationFields): string =>
  applicationFields[field]

/** A day of a record. */
export type RecordPoint = {
  readonly startMs: number
  /** 1 before the first day. */
  readonly index: Fraction
  /** Distance below the highest index so far. */
  readonly drawdown: Fraction
}

/** A lead with the record by day, and whether the lead is among the referrers of the reader; null for a visitor. */
export type LeadRecord = LeadView & {
  readonly isReferrer: boolean | null
  readonly points: readonly RecordPoint[]
}

/** Where a customer stands who leads, has applied or may want to. */
export type LeadStatus = {
  /** The own figures while the customer is a lead. */
  readonly lead: LeadView | null
  /** The newest one. */
  readonly application: {
    readonly id: number
    readonly createdMs: number
    readonly state: ReviewState
    /** What staff wrote with a rejection. */
    readonly remark: string | null
  } | null
  /** What decides about an application, as of now. */
  readonly own: {
    readonly isKycApproved: boolean
    /** Of the record of the second contract wallet. */
    readonly days: number
    /** Closed positions in it. */
    readonly trades: number
    /** Null while a market has no fresh price. */
    readonly equity: Usdt | null
    readonly riskScore: number | null
  }
  /** The thresholds in force. */
  readonly needed: {
    readonly days: number
    readonly trades: number
    readonly equity: Usdt
    /** At most. */
    readonly maxRiskScore: number
  }
  /** Everything for which an application would be refused now, in its order. */
  readonly missing: readonly LeadIssue[]
}

/** Decimals of the index of a record. */
const indexScale = 9

/** Formats a lead for `/api/invest/leadList`. */
export const leadToWire = (lead: LeadView): LeadRow => ({
  id: lead.id,
  username: lead.username,
  since: lead.sinceMs,
  ended: lead.endedMs,
  endreason: lead.endReason,
  waived: lead.isWaived ? 1 : 0,
  days: lead.days,
  ...leadFiguresToWire(lead),
  equity: formatUsdt(lead.equity),
  pool: formatUsdt(lead.pool),
  followers: lead.followers,
  capacity: formatUsdt(lead.capacity),
  riskscore: lead.riskScore,
  products: [...lead.products],
  note: lead.isRecordShort ? 'tooShort' : null,
})

const leadFromWire = (row: LeadRow): LeadView => ({
  ...figuresFromWire(row),
  id: row.id,
  username: row.username,
  sinceMs: row.since,
  endedMs: row.ended,
  endReason: row.endreason,
  isWaived: row.waived === 1,
  days: row.days,
  isRecordShort: row.note === 'tooShort',
  equity: usdt(row.equity),
  pool: usdt(row.pool),
  followers: row.followers,
  capacity: usdt(row.capacity),
  riskScore: row.riskscore,
  products: row.products,
})

/**
 * Parses leads that the server returned.
 *
 * @throws RangeError a figure is not a decimal number
 */
export const leadsFromWire = (rows: readonly LeadRow[]): readonly LeadView[] => rows.map(leadFromWire)

/** Formats a lead with the record for `/api/invest/leadDetail`. */
export const leadRecordToWire = ({
  isReferrer,
  points,
  ...lead
}: LeadRecord): DataOf<'/api/invest/leadDetail'> => ({
  ...leadToWire(lead),
  referrer: referrerToWire(isReferrer),
  index: points.map(({ startMs, index }) => [dayOf(startMs), formatDecimal(index, indexScale)]),
  drawdown: points.map(({ startMs, drawdown }) => [dayOf(startMs), formatFraction(drawdown)]),
})

/**
 * Parses a lead with the record.
 *
 * @throws RangeError a figure is not a decimal number, a day is none, or a day of the index has no drawdown
 */
export const leadRecordFromWire = ({
  referrer,
  index,
  drawdown,
  ...row
}: DataOf<'/api/invest/leadDetail'>): LeadRecord => {
  if (index.length !== drawdown.length) throw new RangeError('index and drawdown differ in their days')
  const falls = new Map(drawdown)
  return {
    ...leadFromWire(row),
    isReferrer: referrer === null ? null : referrer === 1,
    points: index.map(([day, value]) => pointFromWire(day, value, falls.get(day))),
  }
}

const pointFromWire = (day: string, value: string, fall: string | undefined): RecordPoint => {
  const startMs = dayStart(day)
  if (startMs === null) throw new RangeError(`not a day: ${day}`)
  if (fall === undefined) throw new RangeError(`no drawdown of ${day}`)
  return { startMs, index: signedFromWire(value, indexScale), drawdown: fractionFromWire(fall) }
}

/** Formats where a customer stands for `/api/invest/leadStatus`. */
export const leadStatusToWire = (status: LeadStatus): DataOf<'/api/invest/leadStatus'> => {
  const { lead, application, own, needed } = status
  return {
    lead: lead === null ? null : leadToWire(lead),
    application:
      application === null
        ? null
        : {
            id: application.id,
            createtime: application.createdMs,
            status: reviewStateToWire(application.state),
            remark: application.remark,
          },
    figures: {
      kyc: own.isKycApproved ? 1 : 0,
      days: own.days,
      trades: own.trades,
      equity: own.equity === null ? null : formatUsdt(own.equity),
      riskscore: own.riskScore,
    },
    needed: {
      days: needed.days,
      trades: needed.trades,
      equity: formatUsdt(needed.equity),
      riskscore: needed.maxRiskScore,
    },
    missing: [...status.missing],
  }
}

const applicationStates: readonly ReviewState[] = ['pending', 'approved', 'rejected']

const applicationState = (status: number): ReviewState => {
  const state = applicationStates[status]
  if (state === undefined) throw new RangeError(`no state of an application: ${status}`)
  return state
}

/**
 * Parses where a customer stands.
 *
 * @throws RangeError an amount is not a decimal number, or a state is none
 */
export const leadStatusFromWire = ({
  lead,
  application,
  figures,
  needed,
  missing,
}: DataOf<'/api/invest/leadStatus'>): LeadStatus => ({
  lead: lead === null ? null : leadFromWire(lead),
  application:
    application === null
      ? null
      : {
          id: application.id,
          createdMs: application.createtime,
          state: applicationState(application.status),
          remark: application.remark,
        },
  own: {
    isKycApproved: figures.kyc === 1,
    days: figures.days,
    trades: figures.trades,
    equity: figures.equity === null ? null : usdt(figures.equity),
    riskScore: figures.riskscore,
  },
  needed: {
    days: needed.days,
    trades: needed.trades,
    equity: usdt(needed.equity),
    maxRiskScore: needed.riskscore,
  },
  missing,
})
