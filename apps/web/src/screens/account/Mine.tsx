import type { UserInfo } from '@glasshouse/core/identity/wire'
import { usdt } from '@glasshouse/core/money/units'
import { Button, buttonClass } from '@glasshouse/ui/Button'
import { CoinMark } from '@glasshouse/ui/CoinMark'
import { Icon } from '@glasshouse/ui/Icon'
import { StateNote } from '@glasshouse/ui/StateNote'
import { Table } from '@glasshouse/ui/Table'
import { Tooltip } from '@glasshouse/ui/Tooltip'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import { useCall, useReload } from '../../live/query.ts'
import { useMarkets } from '../../live/quotes.ts'
import { usePrivateEvents } from '../../live/stream.ts'
import { useFigures } from '../../parts/figures.ts'
import { failedList } from '../../parts/ListFailed.tsx'
import { useSignedIn } from '../../parts/useSignedIn.ts'
import { useTitle } from '../../parts/useTitle.ts'
import { shownWallets, walletAmount } from '../../parts/walletAmounts.ts'
import { paths } from '../../paths.ts'
import { Display } from './Display.tsx'
import { Profile } from './Profile.tsx'
import styles from './reading.module.css'

const inUsdt = (word: string): string => `${word}, USDT`
const Transfer = lazy(() => import('../../parts/Transfer.tsx'))

/** The account: who I am, what my wallets hold, and the ways to move it. */
export default function Mine() {
  return useSignedIn() ? <Account /> : null
}

function Account() {
  const { t } = useTranslation('account')
  useTitle(t('mine.title'))
  const [moving, setMoving] = useState(false)
  const info = useCall('/api/user/getuserinfo', {})
  const reload = useReload()
  const refresh = () => reload('/api/user/getuserinfo', '/api/user/wallet')
  usePrivateEvents((message) => message.e === 'WALLET_CHANGED' && refresh(), refresh)
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className={`${styles.title} ${styles.headText}`}>{t('mine.title')}</h1>
        <div className={styles.acts}>
          <Button icon={<Icon name="transfer" size={14} />} onClick={() => setMoving(true)}>
            {t('act.transfer')}
          </Button>
          <Link href={paths.recharge()} className={buttonClass({ variant: 'primary' })}>
            <Icon name="download" size={14} />
            {t('act.deposit')}
          </Link>
        </div>
      </header>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Wallets info={info} />
          <Coins />
        </div>
        <div className={styles.stack}>
          <Profile info={info.data} />
          <Display />
        </div>
      </div>
      {moving && (
        <Suspense fallback={null}>
          <Transfer onClose={() => setMoving(false)} />
        </Suspense>
      )}
    </div>
  )
}

function Wallets({ info }: { info: ReturnType<typeof useCall<'/api/user/getuserinfo'>> }) {
  const { t } = useTranslation('account')
  const rowsOf = (user: UserInfo) => [
    ...shownWallets.map((name) => ({ name, amount: walletAmount(user, name) })),
    { name: 'bonus' as const, amount: user.bonus },
  ]
  type Row = ReturnType<typeof rowsOf>[number]
  return (
    <section className={styles.pane}>
      <h2 className={styles.paneTitle}>{t('wallets.title')}</h2>
      <Table<Row>
        caption={t('wallets.title')}
        size="roomy"
        skeletonRows={5}
        rows={info.data && rowsOf(info.data)}
        rowKey={(row) => row.name}
        columns={[
          {
            id: 'name',
            head: t('wallets.name'),
            bone: 120,
            cell: (row) => (
              <>
                <span className={styles.strong}>{t(`wallets.${row.name}`)}</span>
                <span className={styles.sub}>{t(`wallets.about.${row.name}`)}</span>
              </>
            ),
          },
          {
            id: 'amount',
            head: inUsdt(t('wallets.amount')),
            align: 'right',
            cell: (row) => <Amount text={row.amount} />,
          },
        ]}
        empty={<StateNote icon="rows" title={t('wallets.none')} />}
        failed={failedList(info)}
      />
    </section>
  )
}

function Coins() {
  const { t } = useTranslation('account')
  const figures = useFigures()
  const coins = useCall('/api/user/wallet', {})
  const markets = useMarkets()
  // The wallet names a coin by its title; its mark goes by the market's symbol.
  const codeOf = (title: string) => markets.data?.find((row) => row.ptitle === title)?.procode ?? title
  return (
    <section className={styles.pane}>
      <h2 className={styles.paneTitle}>{t('coins.title')}</h2>
      <Table
        caption={t('coins.title')}
        size="roomy"
        rows={coins.data}
        rowKey={(coin) => coin.id}
        columns={[
          {
            id: 'coin',
            head: t('coins.coin'),
            cell: (coin) => (
              <span className={styles.copy}>
                <CoinMark code={codeOf(coin.ptitle)} />
                <span className={styles.strong}>{coin.ptitle}</span>
              </span>
            ),
          },
          {
            id: 'amount',
            head: t('coins.amount'),
            align: 'right',
            cell: (coin) => <Amount text={coin.amount} />,
          },
          {
            id: 'price',
            head: t('coins.price'),
            align: 'right',
            cell: (coin) => (coin.price === null ? t('coins.noPrice') : figures.plain(coin.price)),
          },
          {
            id: 'value',
            head: inUsdt(t('coins.value')),
            align: 'right',
            cell: (coin) => (coin.value === null ? '—' : <Amount text={coin.value} />),
          },
        ]}
        empty={<StateNote icon="exchange" title={t('coins.none')} text={t('coins.noneText')} />}
        failed={failedList(coins)}
      />
    </section>
  )
}

/** An amount with four decimals, cut; every digit on hover or focus. */
function Amount({ text }: { text: string }) {
  const figures = useFigures()
  return (
    <Tooltip tip={figures.plain(text)} focusable>
      {figures.amount(usdt(text), 'floor')}
    </Tooltip>
  )
}
