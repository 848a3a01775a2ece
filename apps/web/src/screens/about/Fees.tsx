import { Table } from '@glasshouse/ui/Table'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { Panel } from '../../components/page/Page.tsx'
import { useQueryCall } from '../../data/query.ts'
import { useMarkets } from '../../data/quotes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { site } from '../../site.ts'
import styles from './About.module.css'
import { type FeeRates, feeRates } from './fees.ts'

/** Every fee there is, with the rates in force. */
export function Fees() {
  const { t } = useTranslation('site')
  const markets = useMarkets()
  const settings = useQueryCall('/api/common/getKeys', { keys: 'loan_rate_ppm,copy_fee_max' })
  const isKnown = markets.data !== undefined && settings.data !== undefined
  const rows = useRows(isKnown ? feeRates(markets.data, settings.data) : null)
  const failed = [markets, settings].find(({ data, error }) => error && data === undefined)
  return (
    <Panel title={t('about.fees.title')} beside={<span className={styles.note}>{t('about.fees.note')}</span>}>
      <Table
        caption={t('about.fees.title')}
        className={styles.fees}
        rows={rows ?? undefined}
        skeletonRows={9}
        rowKey={({ what }) => what}
        empty={null}
        failed={failed && <ListError list={failed} />}
        columns={[
          {
            id: 'what',
            head: t('about.fees.what'),
            cell: ({ what, rule }) =>
              site === 'phone' ? (
                <>
                  <b>{what}</b>
                  <span className={styles.rule}>{rule}</span>
                </>
              ) : (
                <b>{what}</b>
              ),
          },
          { id: 'rate', head: t('about.fees.rate'), align: 'right', cell: ({ rate }) => <b>{rate}</b> },
          ...(site === 'phone'
            ? []
            : [
                {
                  id: 'rule',
                  head: t('about.fees.rule'),
                  cell: ({ rule }: FeeRow) => <span className={styles.rule}>{rule}</span>,
                },
              ]),
        ]}
      />
    </Panel>
  )
}

type FeeRow = { readonly what: string; readonly rate: string; readonly rule: string }

/** Rows of the table; a rate that is not known is a dash. */
const useRows = (rates: FeeRates | null): readonly FeeRow[] | null => {
  const { t } = useTranslation('site')
  const figures = useFormatters()
  if (rates === null) return null
  const { contracts, options, copy, loan } = rates
  const percent = (whole: number): string => figures.percent(BigInt(whole) * 100n)
  const row = (
    name:
      | 'contracts'
      | 'funding'
      | 'options'
      | 'invest'
      | 'copy'
      | 'deposit'
      | 'withdrawal'
      | 'coin'
      | 'loan',
    rate: string | null,
    values: Readonly<Record<string, string>> = {},
  ): FeeRow => ({
    what: t(`about.fees.${name}`),
    rate: rate ?? '—',
    rule: t(`about.fees.${name}Rule`, values),
  })
  const range = contracts && [contracts.low, contracts.high].map(figures.feeRate)
  return [
    row('contracts', range && [...new Set(range)].join(' – ')),
    row('funding', t('about.fees.none')),
    ...(options === null
      ? []
      : [
          row('options', figures.whole(0), {
            low: percent(options.low),
            high: percent(options.high),
            best: figures.percent(options.best),
            worst: figures.percent(options.worst),
          }),
        ]),
    row('invest', figures.whole(0)),
    row('copy', copy === null ? null : t('about.fees.atMost', { rate: figures.feeRate(copy) })),
    row('deposit', figures.whole(0)),
    row('withdrawal', figures.feeRate(rates.withdrawal)),
    row('coin', figures.whole(0)),
    row('loan', loan === null ? null : figures.feeRate(loan)),
  ]
}
