import { percentOfPpm } from '@glasshouse/core/invest/copy/productRules'
import { type StaffProduct, staffProductsFromWire } from '@glasshouse/core/invest/products/staff/codec'
import { formatUsdt } from '@glasshouse/core/money/units'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { useState } from 'react'
import { useDecodedCall } from '../../data/query.ts'
import { formatAmount, formatDay } from '../../formatters.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { RecordList } from '../../parts/RecordList.tsx'
import { type CopyProduct, isCopyProduct } from './copyDraft.ts'
import { EditCopy } from './EditCopy.tsx'
import { EditInvestment } from './EditInvestment.tsx'
import { EndLead } from './EndLead.tsx'
import { percentOf } from './investDraft.ts'
import styles from './Products.module.css'

const stateOf = ({ isOnSale, isBuyable, copy }: StaffProduct): string => {
  if (copy?.state === 'stopped') return 'stopped'
  if (!isOnSale) return 'off sale'
  return isBuyable ? 'on sale' : 'sold out'
}

/** Cycles in one line, such as `fixed 7 d 0.11 %`; of a copy product who is copied, and its terms. */
const cyclesText = ({ cycles, copy }: StaffProduct): string =>
  copy
    ? `copies ${copy.leadUid}, ${copy.periodDays} d, fee ${percentOfPpm(copy.leadFeePpm)} %, levy ${percentOfPpm(copy.exitLevyPpm)} %`
    : cycles.map(({ method, days, rate }) => `${method} ${days} d ${percentOf(rate)} %`).join(', ')

/** Investment products with their terms, what they sold and promised, and their reserves. */
export function Investments() {
  const me = useCurrentStaff()
  const list = useDecodedCall('/staff/api/productList', { kind: 'invest' }, staffProductsFromWire)
  const [opened, setOpened] = useState<StaffProduct | 'new' | null>(null)
  const [copied, setCopied] = useState<CopyProduct | 'new' | null>(null)
  const [ending, setEnding] = useState<CopyProduct | null>(null)
  const onlyManager = managerOnlyReason(me)
  const money = (id: 'sold' | 'promised' | 'reserve' | 'free', title: string) => ({
    id,
    title,
    align: 'right' as const,
    value: (row: StaffProduct) => formatUsdt(row[id]),
    cell: (row: StaffProduct) => formatAmount(formatUsdt(row[id])),
  })
  return (
    <>
      <RecordList<StaffProduct>
        name="investments"
        caption="Investment products"
        list={list}
        rowKey={({ id }) => id}
        empty={{ icon: 'leaf', title: 'There is no investment product' }}
        tools={
          <>
            <Button reason={onlyManager ?? undefined} onClick={() => setOpened('new')}>
              Add a product
            </Button>
            <Button reason={onlyManager ?? undefined} onClick={() => setCopied('new')}>
              Add a copy product
            </Button>
          </>
        }
        columns={[
          { id: 'id', title: 'No.', value: ({ id }) => id },
          {
            id: 'name',
            title: 'Product',
            value: ({ name, kind }) => `${name} ${kind}`,
            cell: ({ name, kind, isFeatured }) => (
              <span className={styles.product}>
                <b>{name}</b> <span>{kind}</span> {isFeatured && <Badge tone="brand">featured</Badge>}
              </span>
            ),
          },
          {
            id: 'state',
            title: 'State',
            value: stateOf,
            cell: (row) => (
              <>
                <Badge tone={stateOf(row) === 'on sale' ? 'brand' : 'plain'}>{stateOf(row)}</Badge>{' '}
                {row.isProposed && <Badge tone="warn">second manager needed</Badge>}
              </>
            ),
          },
          { id: 'cycles', title: 'Cycles', value: cyclesText },
          money('sold', 'Sold'),
          money('promised', 'Promised'),
          money('reserve', 'Reserve'),
          money('free', 'Free'),
          {
            id: 'changed',
            title: 'Changed',
            align: 'right',
            value: ({ changedMs }) => changedMs,
            cell: ({ changedMs }) => formatDay(changedMs),
          },
          {
            id: 'act',
            title: '',
            bone: 0,
            align: 'right',
            value: () => null,
            cell: (row) => (
              <>
                <Button
                  size="s"
                  aria-label={`Change ${row.name}`}
                  reason={onlyManager ? true : undefined}
                  title={onlyManager ?? undefined}
                  onClick={() => (isCopyProduct(row) ? setCopied(row) : setOpened(row))}
                >
                  Change
                </Button>
                {isCopyProduct(row) && row.copy.state !== 'stopped' && (
                  <Button
                    size="s"
                    aria-label={`End the lead of ${row.name}`}
                    reason={onlyManager ? true : undefined}
                    title={onlyManager ?? undefined}
                    onClick={() => setEnding(row)}
                  >
                    End lead
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      {opened && <EditInvestment product={opened} onClose={() => setOpened(null)} />}
      {copied && <EditCopy product={copied} onClose={() => setCopied(null)} />}
      {ending && <EndLead product={ending} onClose={() => setEnding(null)} />}
    </>
  )
}
