import type { DataOf } from '@glasshouse/core/calls'
import { buttonClass } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Icon } from '@glasshouse/ui/Icon'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { ListError } from '../../components/ListError.tsx'
import { Page, Panel } from '../../components/page/Page.tsx'
import { receiptFromWire as contractFromWire } from '../../components/receipt/contract/receipt.ts'
import { receiptFromWire as optionFromWire } from '../../components/receipt/option/receipt.ts'
import { type QueryState, useQueryCall } from '../../data/query.ts'
import { useMarkets } from '../../data/quotes.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'
import styles from './SharedReceipt.module.css'
import { Summary } from './Summary.tsx'

const ContractReceipt = lazy(async () => ({
  default: (await import('../../components/receipt/contract/ContractReceipt.tsx')).ShownReceipt,
}))
const OptionReceipt = lazy(async () => ({
  default: (await import('../../components/receipt/option/OptionReceipt.tsx')).ShownReceipt,
}))

const notFound = 1005

/** The receipt of a trade whose owner made a public link of it, recalculated in the browser of the reader. */
export default function SharedReceipt() {
  const { t } = useTranslation('transaction')
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('token') ?? '')
  const shared = useQueryCall('/api/performance/sharedTrade', { token })
  return (
    <Page title={t('shared.title')} lead={t('shared.lead')} back={paths.home()}>
      {shared.data !== undefined ? (
        <Shown shared={{ ...shared, data: shared.data }} />
      ) : shared.error?.retCode === notFound ? (
        <Panel inset>
          <EmptyState
            icon="eye"
            title={t('shared.gone')}
            text={t('shared.goneText')}
            action={
              <Link href={paths.trust()} className={buttonClass()}>
                {t('shared.trust')}
              </Link>
            }
          />
        </Panel>
      ) : shared.error !== null ? (
        <ListError list={shared} />
      ) : (
        <Skeleton width="100%" height={320} />
      )}
    </Page>
  )
}

type Shared = Omit<QueryState<unknown>, 'data'> & { readonly data: DataOf<'/api/performance/sharedTrade'> }

function Shown({ shared: { data, ...state } }: { shared: Shared }) {
  const { t } = useTranslation('transaction')
  const markets = useMarkets().data ?? []
  const checks = ['recalculated', 'hash', 'day'] as const
  return (
    <>
      <Panel inset>
        <Summary shared={data} markets={markets} />
      </Panel>
      <Suspense fallback={<Skeleton width="100%" height={320} />}>
        {data.contract !== null && (
          <ContractReceipt
            answer={{ ...state, data: contractFromWire(data.contract) }}
            markets={markets}
            onClose={null}
          />
        )}
        {data.option !== null && (
          <OptionReceipt
            answer={{ ...state, data: optionFromWire(data.option) }}
            markets={markets}
            onClose={null}
          />
        )}
      </Suspense>
      <Panel title={t('shared.checks')} inset>
        <ul className={styles.checks}>
          {checks.map((check) => (
            <li key={check}>
              <Icon name="check" size={16} />
              {t(`shared.${check}`)}
            </li>
          ))}
        </ul>
        <Link href={`${paths.trust()}#chains`} className={buttonClass()}>
          {t('shared.trust')}
        </Link>
      </Panel>
    </>
  )
}
