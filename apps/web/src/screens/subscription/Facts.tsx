import type { Issue } from '@glasshouse/core/subscription/codec'
import { DescriptionList } from '@glasshouse/ui/DescriptionList'
import { useFormatters } from '../../components/formatters.ts'
import { Panel } from '../../components/page/Page.tsx'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IssueState } from './IssueList.tsx'
import { againstIssue, coinOf } from './useIssues.ts'

/** Market price of an issue's coin against its issue price, also when it is lower. */
export const useAgainstText = (issue: Issue): string => {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const against = againstIssue(issue)
  return against === null ? t('notTrading') : figures.percent(against, 'always')
}

/** Prices, limits and reserve of an issue. */
export function Facts({ issue }: { issue: Issue }) {
  const { t } = useTranslation('subscription')
  const figures = useFormatters()
  const coin = coinOf(issue)
  const against = useAgainstText(issue)
  const coins = (units: bigint) => `${figures.coins(units)} ${coin}`
  return (
    <Panel title={t('terms')} beside={<IssueState state={issue.state} />} inset>
      <DescriptionList
        items={[
          { id: 'price', label: t('issuePrice'), value: `${figures.exactPrice(issue.price)} USDT` },
          {
            id: 'market',
            label: t('marketPrice'),
            value:
              issue.marketPrice === null ? t('notTrading') : `${figures.exactPrice(issue.marketPrice)} USDT`,
          },
          { id: 'against', label: t('against'), value: against },
          { id: 'offered', label: t('offered'), value: coins(issue.number) },
          {
            id: 'limits',
            label: t('limits'),
            value: t('range', {
              min: figures.coins(issue.min),
              max: figures.coins(issue.max),
              step: figures.coins(issue.step),
            }),
          },
          { id: 'reserve', label: t('reserve'), value: coins(issue.reserve) },
        ]}
      />
    </Panel>
  )
}
