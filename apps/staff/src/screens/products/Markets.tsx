import type { ProductField } from '@glasshouse/core/markets/productRules'
import {
  productFieldFromWire,
  type StaffMarket,
  savedMarketFromWire,
  staffMarketsFromWire,
} from '@glasshouse/core/markets/staff/codec'
import { type TermsText, termsTextOf } from '@glasshouse/core/markets/terms'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { Icon } from '@glasshouse/ui/Icon'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useDecodedCall, useInvalidate, useMutation } from '../../data/query.ts'
import { formatDay, instantText } from '../../formatters.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { ApprovalRequests } from '../../parts/ApprovalRequests.tsx'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import type { DataColumn } from '../../parts/DataTable.tsx'
import { NumberField } from '../../parts/NumberField.tsx'
import { RecordList } from '../../parts/RecordList.tsx'
import styles from './Products.module.css'
import {
  announcedFields,
  announcedText,
  changesIn,
  type Draft,
  draftFields,
  draftOf,
  fieldLabels,
  latestTerms,
  requestOf,
} from './terms.ts'

/** Column of what orders are agreed on. */
const termsColumn = (field: keyof TermsText, title: string): DataColumn<StaffMarket> => ({
  id: field,
  title,
  align: 'right',
  value: (market) => termsTextOf(market)[field],
})

const termsColumns: readonly DataColumn<StaffMarket>[] = [
  termsColumn('lot', 'One lot'),
  {
    id: 'min',
    title: 'Smallest, step',
    align: 'right',
    value: ({ minLots, stepLots }) => `${minLots}, ${stepLots}`,
  },
  termsColumn('leverages', 'Leverages'),
  termsColumn('feeRate', 'Fee rate'),
  termsColumn('expiryMinutes', 'Expiries, minutes'),
  termsColumn('payoutPercents', 'Payouts, %'),
]

/** All markets with their current terms, including those off sale. */
export function Markets() {
  const me = useCurrentStaff()
  const list = useDecodedCall('/staff/api/productList', { kind: 'market' }, staffMarketsFromWire)
  const [opened, setOpened] = useState<StaffMarket | null>(null)
  return (
    <>
      <ApprovalRequests of={['productSave']} />
      <RecordList<StaffMarket>
        name="markets"
        caption="Markets"
        list={list}
        rowKey={({ pid }) => pid}
        empty={{
          icon: 'bars',
          title: 'There is no market',
          text: 'A new one begins in the setting MARKET_SYMBOLS.',
        }}
        columns={[
          { id: 'pid', title: 'No.', value: ({ pid }) => pid },
          {
            id: 'title',
            title: 'Market',
            value: ({ title, symbol }) => `${title} ${symbol}`,
            cell: ({ title, symbol }) => (
              <span className={styles.product}>
                <b>{title}</b> <span>{symbol}</span>
              </span>
            ),
          },
          {
            id: 'state',
            title: 'State',
            value: stateOf,
            cell: (product) => (
              <Badge tone={stateOf(product) === 'on sale' ? 'brand' : 'plain'}>{stateOf(product)}</Badge>
            ),
          },
          ...termsColumns,
          { id: 'scale', title: 'Decimals', align: 'right', value: ({ scale }) => scale },
          {
            id: 'changed',
            title: 'Changed',
            align: 'right',
            value: ({ changedMs }) => changedMs,
            cell: ({ changedMs }) => (changedMs === null ? 'never' : formatDay(changedMs)),
          },
          {
            id: 'act',
            title: '',
            bone: 0,
            align: 'right',
            value: () => null,
            cell: (product) => (
              <Button
                size="s"
                aria-label={`Change ${product.title}`}
                reason={managerOnlyReason(me) ? true : undefined}
                title={managerOnlyReason(me) ?? undefined}
                onClick={() => setOpened(product)}
              >
                Change
              </Button>
            ),
          },
        ]}
      />
      <Announced products={list.data ?? []} />
      {opened && <ChangeMarket product={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

/** Terms that are announced and not in force yet, each with its instant. */
function Announced({ products }: { products: readonly StaffMarket[] }) {
  const upcoming = products.flatMap((product) => product.announced.map((terms) => ({ product, terms })))
  if (upcoming.length === 0) return null
  return (
    <ul className={styles.announced} aria-label="Announced terms">
      {upcoming.map(({ product, terms }) => (
        <li key={`${product.pid} ${terms.fromMs}`}>
          <Icon name="clock" />
          <span>
            <b>{product.title}</b> from {instantText(terms.fromMs)}: {announcedText(product, terms)}
          </span>
        </li>
      ))}
    </ul>
  )
}

const stateOf = ({ isOnSale, isRunning }: StaffMarket): string =>
  !isRunning ? 'not running' : isOnSale ? 'on sale' : 'closed to new orders'

/** Fields with a single number; lists of numbers are text fields. */
const numberFields: ReadonlySet<ProductField> = new Set(['lot', 'minLots', 'stepLots', 'scale', 'feeRate'])

function ChangeMarket({ product, onClose }: { product: StaffMarket; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/productSave')
  const before = draftOf(latestTerms(product))
  const [draft, setDraft] = useState<Draft>(before)
  const set = (field: ProductField) => (text: string) => setDraft({ ...draft, [field]: text })
  const changes = changesIn(before, draft)
  const announces = draftFields.some(
    (field) => announcedFields.has(field) && before[field] !== draft[field].trim(),
  )
  const request = requestOf(product.pid, draft)
  const wrong = typeof request === 'string' ? request : productFieldFromWire(command.error?.data.field)
  const act = async () => {
    if (typeof request === 'string') return
    const done = await command.run(request)
    if (done === null) return
    showToast(
      savedMarketFromWire(done)?.isProposed === true
        ? {
            title: 'The terms wait for a second manager',
            text: 'Announced once another manager approves within 24 hours.',
          }
        : { title: `${product.title} is changed`, text: changes.join('; ') },
    )
    reload('/staff/api/productList', '/staff/api/proposalList')
    onClose()
  }
  return (
    <ConfirmDialog
      size="wide"
      title={`${product.title}, ${product.symbol}`}
      consequence={
        changes.length === 0
          ? 'Open orders keep their terms.'
          : `${changes.join('; ')}. ${announces ? 'New terms need a second manager and take effect after the announced notice' : 'From now on'}; open orders keep their terms.`
      }
      act="Change"
      busy={command.busy && 'Changing'}
      problem={draftFields.some((field) => field === wrong) ? null : command.problem}
      locked={changes.length === 0 ? 'Nothing is changed yet.' : null}
      onAct={() => void act()}
      onClose={onClose}
    >
      <div className={styles.pair}>
        {draftFields.map((field) => {
          const Input = numberFields.has(field) ? NumberField : Field
          return field === 'isOnSale' ? (
            <SegmentedControl
              key={field}
              label="On sale"
              options={[
                { value: '1', label: 'On sale' },
                { value: '0', label: 'Not on sale' },
              ]}
              value={draft.isOnSale}
              onChange={set('isOnSale')}
            />
          ) : (
            <Input
              key={field}
              label={fieldLabels[field].name}
              limits={fieldLabels[field].limits}
              value={draft[field]}
              onChange={set(field)}
              error={wrong === field && (command.problem ?? 'A whole number.')}
            />
          )
        })}
      </div>
    </ConfirmDialog>
  )
}
