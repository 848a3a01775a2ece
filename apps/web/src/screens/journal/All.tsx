import { journalFromWire } from '@glasshouse/core/ledger/codec'
import { journalWallets } from '@glasshouse/core/ledger/wallets'
import { pageToWire } from '@glasshouse/core/wire/codec'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { Select } from '@glasshouse/ui/Select'
import { useState } from 'react'
import type { Cause } from '../../components/journal/causes.ts'
import { maxDays, rangeProblem } from '../../components/journal/days.ts'
import styles from '../../components/journal/Journal.module.css'
import { type JournalKind, kindNames, typesOfKind } from '../../components/journal/kinds.ts'
import { Lines } from '../../components/journal/Lines.tsx'
import { ListPager } from '../../components/ListPager.tsx'
import { useDecodedPage } from '../../data/query.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

const pageSize = 20

type Filters = {
  readonly wallet: (typeof journalWallets)[number] | ''
  readonly kind: JournalKind | ''
  /** `yyyy-mm-dd` or empty. */
  readonly from: string
  readonly to: string
}
const noFilters: Filters = { wallet: '', kind: '', from: '', to: '' }

/** Every transaction, limited by wallet, kind and days. */
export function All({ onOpen }: { onOpen: (cause: Cause) => void }) {
  const { t } = useTranslation('journal')
  const [filters, setFilters] = useState(noFilters)
  const [page, setPage] = useState(1)
  const change = (part: Partial<Filters>) => {
    setFilters({ ...filters, ...part })
    setPage(1)
  }
  const { wallet, kind, from, to } = filters
  const isRefused = from !== '' && to !== '' && rangeProblem({ from, to }) !== null
  const query = {
    ...(wallet === '' ? {} : { wallet }),
    ...(kind === '' ? {} : { types: typesOfKind(kind) }),
    ...(from === '' || isRefused ? {} : { from: from.replaceAll('-', '') }),
    ...(to === '' || isRefused ? {} : { to: to.replaceAll('-', '') }),
    ...pageToWire(page, pageSize),
  }
  const list = useDecodedPage('/api/user/priceLog', query, journalFromWire)
  const isSet = Object.values(filters).some((value) => value !== '')
  return (
    <>
      <search className={styles.filters} aria-label={t('filter.label')}>
        <Select
          label={t('wallet')}
          options={[
            { value: '', label: t('filter.allWallets') },
            ...journalWallets.map((name) => ({ value: name, label: t(`in.${name}`) })),
          ]}
          value={wallet}
          onChange={(next) => change({ wallet: next })}
        />
        <Select
          label={t('what')}
          options={[
            { value: '', label: t('filter.allKinds') },
            ...kindNames.map((name) => ({ value: name, label: t(`kind.${name}`) })),
          ]}
          value={kind}
          onChange={(next) => change({ kind: next })}
        />
        <Field
          label={t('statement.from')}
          type="date"
          value={from}
          onChange={(next) => change({ from: next })}
          error={isRefused ? t('filter.range', { days: maxDays }) : undefined}
        />
        <Field label={t('statement.to')} type="date" value={to} onChange={(next) => change({ to: next })} />
        {isSet && <Button onClick={() => change(noFilters)}>{t('filter.clear')}</Button>}
      </search>
      <Lines list={list} bones={pageSize} onOpen={onOpen} />
      <ListPager list={list} page={page} pageSize={pageSize} onPage={setPage} />
    </>
  )
}
