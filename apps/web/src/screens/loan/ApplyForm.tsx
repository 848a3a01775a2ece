import { validateLoan } from '@glasshouse/core/loans/checks'
import type { LoanTerms } from '@glasshouse/core/loans/codec'
import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { Checkbox } from '@glasshouse/ui/Checkbox'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { readAmount } from '../../components/amountInput.ts'
import { useFormatters } from '../../components/formatters.ts'
import { NumberField } from '../../components/NumberField.tsx'
import { columnsClass, Panel, stackClass } from '../../components/page/Page.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './Loan.module.css'
import { LoanCost } from './LoanCost.tsx'
import { LoanDates } from './LoanDates.tsx'
import { LoanRules } from './LoanRules.tsx'
import { Security } from './Security.tsx'

const ConfirmLoan = lazy(() => import('./ConfirmLoan.tsx'))

/** Terms of loans of some days. */
export type OfferedTerms = { readonly terms: LoanTerms; readonly days: number }

/** The amount that is typed; null unless it can be asked for. */
const validAmount = (text: string, { min, limit: max }: LoanTerms): Usdt | null => {
  const read = readAmount(text)
  if (read.kind !== 'amount') return null
  const { amount } = read
  return validateLoan({ amount, min, max, hasOther: false, available: amount }) === null ? amount : null
}

/** What can be borrowed for some days, its cost and dates, and the orders that secure it. */
export function ApplyForm({
  offered: { terms, days },
  chosen,
  onDays,
}: {
  offered: OfferedTerms
  /** The days that are chosen; the terms follow as soon as they are there. */
  chosen: number
  onDays: (days: number) => void
}) {
  const { t } = useTranslation('loan')
  const [typed, setTyped] = useState<string | null>(null)
  const [isAuto, setAuto] = useState(true)
  const [isAsking, setAsking] = useState(false)
  const { limit, min } = terms
  const text = typed ?? formatUsdt(limit)
  const valid = validAmount(text, terms)
  const isWrong = valid === null
  return (
    <div className={columnsClass}>
      <Panel title={t('apply')} inset>
        <div className={styles.form}>
          <SegmentedControl
            label={t('days')}
            look="tiles"
            options={terms.days.map((value) => ({ value, label: t('dayCount', { count: value }) }))}
            value={chosen}
            onChange={onDays}
          />
          <Limit terms={terms} />
          {limit < min ? (
            <TooLittle min={min} />
          ) : (
            <>
              <Amount terms={terms} text={text} isWrong={isWrong} onChange={setTyped} />
              <LoanCost terms={terms} amount={valid} days={days} hasDates={false} />
              <Checkbox checked={isAuto} onChange={setAuto}>
                {t('autoRepay')}
              </Checkbox>
              <Continue
                needsIdentity={terms.identity === 'missing'}
                isWrong={isWrong}
                onClick={() => setAsking(true)}
              />
            </>
          )}
        </div>
      </Panel>
      <div className={stackClass}>
        <Security terms={terms} amount={valid} days={days} />
        {limit >= min && (
          <Panel title={t('dates.title')} inset>
            <LoanDates terms={terms} amount={valid} days={days} />
          </Panel>
        )}
        <Panel title={t('then')} inset>
          <LoanRules terms={terms} />
        </Panel>
      </div>
      {isAsking && valid !== null && (
        <Suspense>
          <ConfirmLoan {...{ terms, days, isAuto }} amount={valid} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}

function TooLittle({ min }: { min: Usdt }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  return (
    <p className={styles.text}>
      {t('tooLittle', { min: figures.coins(min) })} <Link href={paths.project()}>{t('toProducts')}</Link>
    </p>
  )
}

function Amount({
  terms,
  text,
  isWrong,
  onChange,
}: {
  terms: LoanTerms
  text: string
  isWrong: boolean
  onChange: (text: string) => void
}) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  const range = {
    min: figures.coins(terms.min),
    max: figures.coins(terms.limit),
    step: figures.coins(terms.step),
  }
  return (
    <NumberField
      label={t('amount')}
      limits={t('range', range)}
      unit="USDT"
      value={text}
      onChange={onChange}
      error={isWrong ? t('rangeWrong', range) : undefined}
    />
  )
}

function Limit({ terms }: { terms: LoanTerms }) {
  const { t } = useTranslation('loan')
  const figures = useFormatters()
  return (
    <p className={styles.limit}>
      <span>{t('limit')}</span>
      <b>{figures.coins(terms.limit)} USDT</b>
      <small>
        {t('limitText', { score: figures.whole(terms.score), ltv: figures.whole(terms.ltvPercent) })}
      </small>
    </p>
  )
}

/** Goes on to the confirmation, or to the identity check where one is needed. */
function Continue({
  needsIdentity,
  isWrong,
  onClick,
}: {
  needsIdentity: boolean
  /** The amount cannot be borrowed; its field says why. */
  isWrong: boolean
  onClick: () => void
}) {
  const { t } = useTranslation('loan')
  return needsIdentity ? (
    <p className={styles.text}>
      {t('needsIdentity')}{' '}
      <Link href={paths.authentication()} className={buttonClass({ variant: 'primary' })}>
        {t('toIdentity')}
      </Link>
    </p>
  ) : (
    <Button variant="primary" size="l" reason={isWrong} onClick={onClick}>
      {t('next')}
    </Button>
  )
}
