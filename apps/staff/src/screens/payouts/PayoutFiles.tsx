import { formatUsdt } from '@glasshouse/core/money/units'
import {
  createPayoutFileToWire,
  type PayoutFile,
  type PayoutFileText,
  payoutFilesFromWire,
  payoutFileTextFromWire,
} from '@glasshouse/core/withdrawals/payouts/codec'
import type { WithdrawalMethod } from '@glasshouse/core/withdrawals/rules'
import { Button } from '@glasshouse/ui/Button'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { Select } from '@glasshouse/ui/Select'
import { saveFile } from '@glasshouse/ui/saveFile'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation } from '../../data/query.ts'
import { useRecordPages } from '../../data/useRecordPages.ts'
import { formatAmount, instantText } from '../../formatters.ts'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { Section } from '../../parts/ConsolePage.tsx'
import { CopyableText } from '../../parts/CopyableText.tsx'
import { RecordList } from '../../parts/RecordList.tsx'
import styles from './Payouts.module.css'

const pageSize = 20

const methods = [
  { value: '1002', label: 'TRC20' },
  { value: '1001', label: 'ERC20' },
  { value: 'bank', label: 'Bank' },
] as const satisfies readonly { value: WithdrawalMethod; label: string }[]

const methodName = (method: WithdrawalMethod): string =>
  methods.find(({ value }) => value === method)?.label ?? method

const save = ({ id, method, format, text }: PayoutFileText): void =>
  saveFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), `payouts-${id}-${method}.${format}`)

/** How many withdrawals of a file were sent, and how many of the others were given back. */
const progressOf = ({ sentCount, failedCount, count }: PayoutFile): string =>
  `${sentCount} of ${count}${failedCount === 0 ? '' : `, ${failedCount} failed`}`

/** Payout files created for the signer. */
export function PayoutFiles() {
  const [makes, setMakes] = useState(false)
  const list = useRecordPages('/staff/api/withdrawBatches', {}, pageSize, payoutFilesFromWire)
  return (
    <Section
      title="Files for the signer"
      note="From then on customers cannot cancel what is in them."
      acts={
        <Button variant="primary" onClick={() => setMakes(true)}>
          Create payout file
        </Button>
      }
    >
      <RecordList<PayoutFile>
        name="payout-files"
        caption="Files for the signer, newest first"
        list={list}
        rowKey={({ id }) => id}
        empty={{ icon: 'upload', title: 'No payout files yet' }}
        columns={[
          { id: 'id', title: 'File', value: ({ id }) => id },
          {
            id: 'made',
            title: 'Made',
            value: ({ createdMs }) => createdMs,
            cell: ({ createdMs }) => instantText(createdMs),
          },
          { id: 'way', title: 'Way', value: ({ method }) => methodName(method) },
          { id: 'by', title: 'By', value: ({ staffName }) => staffName },
          {
            id: 'sent',
            title: 'Sent',
            align: 'right',
            value: progressOf,
          },
          {
            id: 'total',
            title: 'Sum, USDT',
            align: 'right',
            value: ({ total }) => formatUsdt(total),
            cell: ({ total }) => formatAmount(formatUsdt(total)),
          },
          {
            id: 'checksum',
            title: 'SHA-256',
            value: ({ checksum }) => checksum,
            cell: ({ checksum }) => <CopyableText text={checksum} what="Checksum" />,
          },
          {
            id: 'act',
            title: '',
            bone: 0,
            align: 'right',
            value: () => null,
            cell: (file) => <Again file={file} />,
          },
        ]}
        pagesLabel="Pages of files"
      />
      {makes && <Make onClose={() => setMakes(false)} />}
    </Section>
  )
}

function Again({ file }: { file: PayoutFile }) {
  const command = useMutation('/staff/api/withdrawBatch')
  const [asks, setAsks] = useState(false)
  const hasEnded = file.sentCount + file.failedCount > 0
  const fetchAgain = async () => {
    const made = await command.run({ id: file.id })
    setAsks(false)
    if (made !== null) save(payoutFileTextFromWire(made))
    else showToast({ tone: 'danger', title: 'The file did not come' })
  }
  return (
    <>
      <Button
        size="s"
        busy={command.busy && 'Fetching'}
        onClick={() => (hasEnded ? setAsks(true) : void fetchAgain())}
      >
        Download again
      </Button>
      {asks && (
        <DownloadEnded
          file={file}
          busy={command.busy}
          onAct={() => void fetchAgain()}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  )
}

/** Confirms that a file is wanted whose lines ended in part: sent as it is, it would pay them again. */
export function DownloadEnded({
  file: { id, sentCount, failedCount },
  busy,
  onAct,
  onClose,
}: {
  file: PayoutFile
  busy: boolean
  onAct: () => void
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      title={`File ${id} again`}
      consequence={`It is the same file: ${sentCount} of its lines are recorded as sent, ${failedCount} were given back. Sent again, it would pay them once more. Only what the list above shows as handed to the signer may still be sent.`}
      act="Download"
      busy={busy && 'Fetching'}
      danger
      problem={null}
      onAct={onAct}
      onClose={onClose}
    />
  )
}

function Make({ onClose }: { onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/withdrawExport')
  const [method, setMethod] = useState<WithdrawalMethod>('1002')
  const [format, setFormat] = useState<'csv' | 'jsonl'>('csv')
  const act = async () => {
    const made = await command.run(createPayoutFileToWire(method, format))
    if (made === null) return
    const file = payoutFileTextFromWire(made)
    save(file)
    showToast({
      title: `File ${file.id}: ${file.count === 1 ? '1 withdrawal' : `${file.count} withdrawals`}, ${formatAmount(formatUsdt(file.total))} USDT`,
    })
    reload('/staff/api/withdrawBatches', '/staff/api/reviewList')
    onClose()
  }
  return (
    <ConfirmDialog
      title="Make a file for the signer"
      consequence="All approved withdrawals of one way, at most 500, go into it. Their customers cannot cancel them any more."
      act="Make the file"
      busy={command.busy && 'Making'}
      problem={command.problem}
      onAct={() => void act()}
      onClose={onClose}
    >
      <div className={styles.pair}>
        <Select label="Way" options={methods} value={method} onChange={setMethod} />
        <SegmentedControl
          label="Format"
          options={[
            { value: 'csv', label: 'CSV' },
            { value: 'jsonl', label: 'JSON lines' },
          ]}
          value={format}
          onChange={setFormat}
        />
      </div>
    </ConfirmDialog>
  )
}
