import type { Market } from '@glasshouse/core/markets/codec'
import type { Issue } from '@glasshouse/core/subscription/codec'
import { Badge } from '@glasshouse/ui/Badge'
import { buttonClass } from '@glasshouse/ui/Button'
import { CoinIcon } from '@glasshouse/ui/CoinIcon'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useMemo } from 'react'
import { Link, useSearchParams } from 'wouter'
import { ChartPane } from '../../components/chart/ChartPane.tsx'
import { noMarks, type OrderMarks } from '../../components/chart/orderMarks.ts'
import { PhoneToolbar } from '../../components/chart/PhoneToolbar.tsx'
import { usePreferences } from '../../components/chart/usePreferences.ts'
import { useFormatters } from '../../components/formatters.ts'
import { ListError } from '../../components/ListError.tsx'
import { LastPrice } from '../../components/market/MarketHeader.tsx'
import { Page, Panel, stackClass } from '../../components/page/Page.tsx'
import { useMarkets } from '../../data/quotes.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import { site } from '../../site.ts'
import { Allotment } from './Allotment.tsx'
import { useAgainstText } from './Facts.tsx'
import { IssuePanel } from './IssuePanel.tsx'
import { Orders } from './Orders.tsx'
import { RiskSheet } from './RiskSheet.tsx'
import styles from './Subscription.module.css'
import { coinOf, lastDayOf, useIssues, useOwnOrder } from './useIssues.ts'

/** Contract page in IPO mode: the newest issue of the market of the address beside its chart, instead of the ticket. */
export default function IssueContract() {
  const { t } = useTranslation(['subscription', 'market'])
  const [search] = useSearchParams()
  const symbol = search.get('symbol')
  const issues = useIssues()
  const ofMarket = issues.data?.filter((one) => symbol === null || one.symbol === symbol)
  const issue = ofMarket?.find(({ state }) => state === 'open') ?? ofMarket?.[0]
  if (issue !== undefined) return <Shown issue={issue} />
  return (
    <Page title={t('title')} back={paths.subscription()}>
      <Panel inset busy={issues.loading}>
        {issues.error ? (
          <ListError list={issues} />
        ) : issues.data === undefined ? (
          <Skeleton width="100%" height={360} />
        ) : (
          <EmptyState
            icon="plus"
            title={t('noIssueOf', { symbol: symbol ?? '' })}
            text={t('noneText')}
            action={
              <Link href={paths.subscription()} className={buttonClass()}>
                {t('allIssues')}
              </Link>
            }
          />
        )}
      </Panel>
    </Page>
  )
}

function Shown({ issue }: { issue: Issue }) {
  const own = useOwnOrder(issue.id)
  const signedIn = useSession() !== null
  const markets = useMarkets()
  const market = markets.data?.find(({ pid }) => pid === issue.pid)
  return (
    <Page title={`${coinOf(issue)} ${issue.id}`} back={paths.subscription({ id: issue.id })}>
      <Head issue={issue} market={market} />
      <div className={styles.chartColumns}>
        <Chart issue={issue} market={market} />
        <IssuePanel issue={issue} own={own} />
      </div>
      <div className={stackClass}>
        <RiskSheet text={issue.riskSheet} />
        <Allotment issue={issue} own={own} />
        {signedIn && <Orders />}
      </div>
    </Page>
  )
}

/** The market, which cannot be changed here, with its price against the issue price, and the dates. */
function Head({ issue, market }: { issue: Issue; market: Market | undefined }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const against = useAgainstText(issue)
  const facts = [
    ['issuePrice', `${figures.exactPrice(issue.price)} USDT`],
    ['against', against],
    ['window', `${figures.full(issue.openMs)} – ${figures.full(issue.closeMs)}`],
    ['payUntil', t('endOf', { day: figures.day(lastDayOf(issue)) })],
  ] as const
  return (
    <div className={styles.strip}>
      <p className={styles.symbol}>
        <CoinIcon code={issue.symbol} size={24} />
        <b>{issue.symbol}</b>
        <Badge>{t('pickerOff')}</Badge>
        {market !== undefined && issue.marketPrice !== null && <LastPrice market={market} />}
      </p>
      <dl className={styles.stripFacts}>
        {facts.map(([key, value]) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {issue.marketPrice !== null && (
        <Link href={paths.contract({ symbol: issue.symbol })}>{t('trade', { coin: coinOf(issue) })}</Link>
      )}
    </div>
  )
}

/** Chart with the issue price, where the market trades. */
function Chart({ issue, market }: { issue: Issue; market: Market | undefined }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const [preferences, change] = usePreferences('issue')
  const { price } = issue
  const label = figures.exactPrice(issue.price)
  const name = t('issuePrice')
  const marks = useMemo<OrderMarks>(
    () => ({
      ...noMarks,
      lines: [
        { id: 'issue', kind: 'position', value: Number(price) / 1e9, tag: `${name} ${label}`, axis: label },
      ],
    }),
    [price, label, name],
  )
  if (issue.marketPrice === null)
    return (
      <Panel className={styles.chart}>
        <EmptyState icon="bars" title={t('notTrading')} text={t('noStart')} />
      </Panel>
    )
  return (
    <section className={styles.chart} aria-label={t('chart')}>
      {market !== undefined && (
        <ChartPane
          market={market}
          preferences={preferences}
          change={change}
          own={marks}
          larger={paths.kline({ symbol: market.symbol })}
          {...(site === 'phone' ? { PhoneBar: PhoneToolbar } : {})}
        />
      )}
    </section>
  )
}
