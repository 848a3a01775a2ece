import type { Usdt } from '@glasshouse/core/money/units'
import {
  clientsFromWire,
  incomeFromWire,
  listClientsToWire,
  listIncomeToWire,
  type ReferralOverview,
} from '@glasshouse/core/referral/codec'
import { type ReferralLevel, referralLevels } from '@glasshouse/core/referral/rules'
import { classNames } from '@glasshouse/ui/classNames'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Table } from '@glasshouse/ui/Table'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { useState } from 'react'
import { useFormatters } from '../../components/formatters.ts'
import { listErrorOf } from '../../components/ListError.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { Panel, paneTabsClass } from '../../components/page/Page.tsx'
import { useDecodedPage } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './Rewards.module.css'

const pageSize = 5
const tabs = ['income', '1', '2', '3'] as const
type Tab = (typeof tabs)[number]

/** What was earned so far, and the lists behind it. */
export function Awards({ data }: { data: ReferralOverview | undefined }) {
  const { t } = useTranslation('rewards')
  const figures = useFormatters()
  const [tab, setTab] = useState<Tab>('income')
  const amount = (of: Usdt | undefined): string => (of === undefined ? '—' : figures.coins(of))
  const count = (level: ReferralLevel) => data?.levels.find((row) => row.level === level)?.clients
  return (
    <Panel busy={data === undefined}>
      <dl className={classNames(styles.figures, styles.aboveTabs)}>
        <div>
          <dt>{t('invite.yesterday')}</dt>
          <dd>{amount(data?.accrued.yesterday)}</dd>
        </div>
        <div>
          <dt>{t('invite.month')}</dt>
          <dd>{amount(data?.accrued.month)}</dd>
        </div>
        <div>
          <dt>{t('invite.all')}</dt>
          <dd>{amount(data?.total)}</dd>
        </div>
      </dl>
      <Tabs
        id="awards"
        className={paneTabsClass}
        label={t('invite.income')}
        tabs={[
          { id: 'income', label: t('invite.income') },
          ...referralLevels.map((level) => ({
            id: String(level),
            label: t('invite.level', { level }),
            count: count(level),
          })),
        ]}
        value={tab}
        onChange={(next) => setTab(tabs.find((known) => known === next) ?? 'income')}
      />
      <TabPanel id="awards" tab={tab}>
        {tab === 'income' ? (
          <Income />
        ) : (
          <Clients key={tab} level={Number.parseInt(tab, 10) as ReferralLevel} />
        )}
      </TabPanel>
    </Panel>
  )
}

function Income() {
  const { t } = useTranslation('rewards')
  const figures = useFormatters()
  const [page, setPage] = useState(1)
  const list = useDecodedPage('/api/user/priceLog', listIncomeToWire(page, pageSize), incomeFromWire)
  return (
    <>
      <Table
        caption={t('invite.income')}
        rows={list.data}
        rowKey={({ id }) => id}
        columns={[
          { id: 'time', head: t('invite.time'), cell: ({ atMs }) => figures.day(atMs) },
          { id: 'phone', head: t('invite.client'), cell: ({ phone }) => phone },
          { id: 'type', head: t('invite.type'), cell: ({ kind }) => kind },
          {
            id: 'amount',
            head: t('invite.amount'),
            align: 'right',
            cell: ({ amount }) => figures.coins(amount),
          },
        ]}
        empty={<EmptyState icon="rows" title={t('invite.noIncome')} text={t('invite.noIncomeText')} />}
        failed={listErrorOf(list)}
      />
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
    </>
  )
}

function Clients({ level }: { level: ReferralLevel }) {
  const { t } = useTranslation('rewards')
  const figures = useFormatters()
  const [page, setPage] = useState(1)
  const list = useDecodedPage(
    '/api/user/childList',
    listClientsToWire(level, page, pageSize),
    clientsFromWire,
  )
  return (
    <>
      <Table
        caption={t('invite.clients')}
        rows={list.data}
        rowKey={({ phone, joinedMs }) => `${phone}/${joinedMs}`}
        columns={[
          { id: 'phone', head: t('invite.client'), cell: ({ phone }) => phone },
          { id: 'joined', head: t('invite.joined'), cell: ({ joinedMs }) => figures.day(joinedMs) },
          {
            id: 'invested',
            head: t('invite.invested'),
            align: 'right',
            cell: ({ invested }) => figures.coins(invested),
          },
          {
            id: 'received',
            head: t('invite.received'),
            align: 'right',
            cell: ({ brought }) => figures.coins(brought),
          },
        ]}
        empty={<EmptyState icon="person" title={t('invite.noClients')} text={t('invite.noClientsText')} />}
        failed={listErrorOf(list)}
      />
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
    </>
  )
}
