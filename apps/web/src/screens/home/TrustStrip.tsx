import { amountScale, formatDecimal } from '@glasshouse/core/money/units'
import { parseHeads } from '@glasshouse/core/trust/headsText'
import { bookIssues, parseReport } from '@glasshouse/core/trust/liabilities/report'
import { withdrawalStatisticsFromWire } from '@glasshouse/core/trust/statistics/codec'
import { EvidenceIcon } from '@glasshouse/ui/EvidenceIcon'
import { Link } from 'wouter'
import { useFormatters } from '../../components/formatters.ts'
import { groupReserves } from '../../components/trust/reserves.ts'
import { useDurations } from '../../components/trust/useDurations.ts'
import { useDecodedCall, useQueryCall } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './TrustStrip.module.css'

/** Days of the withdrawals in the strip. */
const days = 30

type Fact = {
  readonly name: 'owed' | 'reserved' | 'trading' | 'book' | 'median' | 'chains'
  /** Absent while it loads and where there is none. */
  readonly figure: string | undefined
  readonly note: string | undefined
  readonly isLoading: boolean
}

/** Six figures of the trust calls below the introduction; each is one of the trust page, or a dash. */
export default function TrustStrip({ symbols }: { symbols: readonly string[] }) {
  const { t } = useTranslation('home')
  const facts = [...useReportFacts(), ...useReserveFacts(), useMedianFact(), useChainsFact(symbols)]
  const shown = (['owed', 'reserved', 'trading', 'book', 'median', 'chains'] as const).flatMap(
    (name) => facts.find((fact) => fact.name === name) ?? [],
  )
  return (
    <section
      className={styles.strip}
      aria-label={t('strip.label')}
      aria-busy={shown.some(({ isLoading }) => isLoading)}
    >
      <dl className={styles.facts}>
        {shown.map(({ name, figure, note }) => (
          <div key={name}>
            <dt>
              {t(`strip.${name}`)} <EvidenceIcon size={12} />
            </dt>
            <dd className={styles.figure}>{figure ?? '—'}</dd>
            <dd className={styles.note}>{note ?? '\u00a0'}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.foot}>
        <span>{t('strip.unit')}</span>
        <Link href={`${paths.trust()}#check`}>{t('strip.check')}</Link>
      </p>
    </section>
  )
}

const useReportFacts = (): readonly Fact[] => {
  const { t } = useTranslation('home')
  const figures = useFormatters()
  const newest = useQueryCall('/api/trust/liabilities', {})
  const report = newest.data === undefined ? null : parseReport(newest.data.text)
  if (report === null) {
    const note = newest.error?.retCode === 1005 ? t('strip.noReport') : undefined
    const absent = { figure: undefined, note, isLoading: newest.loading }
    return [
      { name: 'owed', ...absent },
      { name: 'book', ...absent },
    ]
  }
  const amount = (units: bigint): string => figures.amountText(formatDecimal(units, amountScale), 'floor')
  const off = bookIssues(report).find(({ check }) => check === 'bookIsZero')
  return [
    {
      name: 'owed',
      figure: amount(report.totals.get('USDT') ?? 0n),
      note: t('strip.owedNote', { number: figures.whole(report.number) }),
      isLoading: false,
    },
    {
      name: 'book',
      figure: amount(off?.difference ?? 0n),
      note: t(off === undefined ? 'strip.bookNote' : 'strip.bookOff'),
      isLoading: false,
    },
  ]
}

const useReserveFacts = (): readonly Fact[] => {
  const { t } = useTranslation('home')
  const figures = useFormatters()
  const stats = useQueryCall('/api/trust/houseStats', {})
  const groups = stats.data === undefined ? null : groupReserves(stats.data.reserves)
  const balanceOf = (name: string): bigint => groups?.find((group) => group.name === name)?.balance ?? 0n
  const trading = groups?.find(({ name }) => name === 'trading')
  return [
    {
      name: 'reserved',
      figure: groups ? figures.amount(balanceOf('interest') + balanceOf('optionEscrow'), 'floor') : undefined,
      note: groups ? t('strip.reservedNote') : undefined,
      isLoading: stats.loading,
    },
    {
      name: 'trading',
      figure: trading && figures.amount(trading.balance, 'floor'),
      note: trading && t('strip.tradingNote', { floor: figures.amount(trading.floor, 'ceil') }),
      isLoading: stats.loading,
    },
  ]
}

const useMedianFact = (): Fact => {
  const { t } = useTranslation('home')
  const figures = useFormatters()
  const duration = useDurations()
  const list = useDecodedCall('/api/trust/withdrawStats', {}, withdrawalStatisticsFromWire)
  const stats = list.data?.find((span) => span.days === days)
  return {
    name: 'median',
    figure: stats && duration(stats.medianMinutes),
    note: stats && t('strip.medianNote', { days, sent: figures.whole(stats.sent) }),
    isLoading: list.loading,
  }
}

const useChainsFact = (symbols: readonly string[]): Fact => {
  const { t } = useTranslation('home')
  const figures = useFormatters()
  const signed = useQueryCall('/api/trust/heads', {})
  const heads = signed.data === undefined ? null : parseHeads(signed.data.text)
  if (heads === null || symbols.length === 0)
    return { name: 'chains', figure: undefined, note: undefined, isLoading: signed.loading }
  const have = symbols.filter((symbol) => heads.heads.some(({ name }) => name === symbol)).length
  return {
    name: 'chains',
    figure: t('strip.chainsOf', { have: figures.whole(have), all: figures.whole(symbols.length) }),
    note: t('strip.chainsNote', { time: figures.minute(heads.minuteMs) }),
    isLoading: false,
  }
}
