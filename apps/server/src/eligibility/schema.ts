import type { LimitName } from '@glasshouse/core/eligibility/limits'
import type { Usdt } from '@glasshouse/core/money/units'
import type { RiskProduct } from '@glasshouse/core/policy/rules'
import type { Language } from '@glasshouse/core/wire/languages'
import type { Generated } from 'kysely'

/** Limits: `dailyLoss` and `deposit` in USDT units of 1e-8, `pauseUntil` in epoch milliseconds. */
export type EligibilityTables = {
  protection_answer: {
    id: Generated<number>
    uid: number
    product: RiskProduct
    version: string
    answers: string
    passed: boolean
    lang: Language
    at_ms: number
  }
  protection_limit: {
    uid: number
    name: LimitName
    value: bigint | null
    next_value: bigint | null
    next_from_ms: number | null
  }
  protection_copied_result: {
    uid: number
    day_ms: number
    amount: Usdt
  }
  protection_limit_change: {
    id: Generated<number>
    uid: number
    name: LimitName
    value: bigint | null
    from_ms: number
    at_ms: number
  }
}
