import { formatUnitPrice } from '@glasshouse/core/invest/orders/codec'
import { formatUsdt } from '@glasshouse/core/money/units'
import type { Db, PageRange } from '../../../platform/database/index.ts'
import { listDealingsOfCustomer, listPoolChanges, listPoolsOfCustomer } from '../../store/copy/dealings.ts'
import { listApplicationsOf, listLeadDays, listLeadsOf } from '../../store/copy/leads.ts'
import { listCopyAttribution } from './attribution.ts'

type DealtRow = Awaited<ReturnType<typeof listDealingsOfCustomer>>[number]

/** What the orders of the pool changed until a dealing, and the rows of a copy order that follow from it. */
const attributionOf = async (db: Db, row: DealtRow) => {
  // An order that enters had no part in what happened before.
  const changes = row.units_before === 0n ? [] : await listPoolChanges(db, row.product_id, row.at_ms)
  const rows = await listCopyAttribution(db, row, String)
  return {
    changes: changes.map((one) => ({
      order: one.pool_order,
      pid: one.pid,
      side: one.side,
      change: formatUsdt(one.change),
    })),
    attribution: rows.map(({ orderId, kind, profit }) => ({
      order: orderId,
      kind,
      profit: formatUsdt(profit),
    })),
  }
}

/** One page of every dealing of a customer's copy orders with its evidence, from which each figure can be worked out again. */
export const listCopyDealings = async (db: Db, uid: number, page: PageRange) =>
  Promise.all(
    (await listDealingsOfCustomer(db, uid, page)).map(async (row) => ({
      order: row.order_id,
      product: row.product_id,
      midnight: row.at_ms,
      money: formatUsdt(row.principal),
      periodDays: row.days,
      stopLossPercent: row.stop_loss_percent,
      daily: String(row.day),
      unitsBefore: formatUsdt(row.units_before),
      feeUnits: formatUsdt(row.fee_units),
      fee: formatUsdt(row.fee),
      unitsAfter: formatUsdt(row.units_after),
      value: formatUsdt(row.value),
      putIn: formatUsdt(row.put_in),
      paidOut: formatUsdt(row.paid_out),
      levy: formatUsdt(row.levy),
      profit: formatUsdt(row.profit),
      exitReason: row.exit_reason,
      leadFeePpm: row.lead_fee_ppm,
      exitLevyPpm: row.exit_levy_ppm,
      pool: {
        unitsBefore: formatUsdt(row.issued_before),
        unitsAfter: formatUsdt(row.issued_after),
        entryPrice: formatUnitPrice(row.entry_price),
        exitPrice: formatUnitPrice(row.exit_price),
        balance: formatUsdt(row.balance),
        bid: formatUsdt(row.bid),
        offer: formatUsdt(row.offer),
        closingCost: formatUsdt(row.closing_cost),
        positions: row.positions,
        ticks: row.ticks,
      },
      ...(await attributionOf(db, row)),
    })),
  )

/** The pools in which a customer has or had units, with their products. */
export const listCopiedPools = listPoolsOfCustomer

/** What is stored of a customer as a lead: applications, admissions and the days of the record. */
export const leadDataOf = async (db: Db, uid: number) => ({
  applications: (await listApplicationsOf(db, uid)).map(({ uid: _, equity, ...application }) => ({
    ...application,
    equity: formatUsdt(equity),
  })),
  leads: (await listLeadsOf(db, uid)).map((lead) => ({
    id: lead.id,
    sinceMs: lead.since_ms,
    endedMs: lead.ended_ms,
    endReason: lead.end_reason,
    endRemark: lead.end_remark,
    record: lead.record,
  })),
  days: (await listLeadDays(db, uid)).map(({ day, equity, deposited, withdrawn }) => ({
    daily: String(day),
    equity: formatUsdt(equity),
    deposited: formatUsdt(deposited),
    withdrawn: formatUsdt(withdrawn),
  })),
})
