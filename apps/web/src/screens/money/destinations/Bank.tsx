import { destinationsFromWire, type SavedDestinations } from '@glasshouse/core/destinations/codec'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { useSearchParams } from 'wouter'
import { ListError } from '../../../components/ListError.tsx'
import { Page, Panel } from '../../../components/page/Page.tsx'
import { useSignedIn } from '../../../components/useSignedIn.ts'
import { useQueryCall } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { pathInSite, paths } from '../../../paths.ts'
import money from '../Money.module.css'
import { BankForm } from './BankForm.tsx'
import styles from './Destinations.module.css'
import { WalletForm } from './WalletForm.tsx'

/** Withdrawal destinations: bank details, and the wallet address of a currency. */
export default function Bank() {
  return useSignedIn() ? <Saved /> : null
}

function Saved() {
  const { t } = useTranslation('money')
  const [search] = useSearchParams()
  const card = useQueryCall('/api/user/myBankCard', {})
  return (
    <Page title={t('bank.title')} lead={t('bank.lead')} back={pathInSite(search.get('next')) ?? paths.mine()}>
      {card.data ? (
        <Forms card={destinationsFromWire(card.data)} />
      ) : card.error ? (
        <ListError list={card} />
      ) : (
        <div aria-busy="true">
          <Skeleton width="100%" height={320} />
        </div>
      )}
    </Page>
  )
}

function Forms({ card }: { card: SavedDestinations }) {
  const { t } = useTranslation('money')
  return (
    <div className={styles.columns}>
      <Panel inset title={t('bank.form')}>
        <BankForm card={card} />
      </Panel>
      <Panel inset title={t('wallet.title')}>
        <p className={money.text}>{t('wallet.lead')}</p>
        <WalletForm card={card} />
      </Panel>
    </div>
  )
}
