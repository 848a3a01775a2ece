import type { DataOf } from '@glasshouse/core/calls'
import { ethereum, type HoldingNetwork, holdingMessage, tron } from '@glasshouse/core/trust/holdings/holdings'
import { Button } from '@glasshouse/ui/Button'
import { Field } from '@glasshouse/ui/Field'
import { Select } from '@glasshouse/ui/Select'
import { showToast } from '@glasshouse/ui/Toast'
import { useState } from 'react'
import { useInvalidate, useMutation, useQueryCall } from '../../data/query.ts'
import { instantText, wholeText } from '../../formatters.ts'
import { managerOnlyReason, useCurrentStaff } from '../../me.ts'
import { ApprovalRequests } from '../../parts/ApprovalRequests.tsx'
import { ConfirmDialog } from '../../parts/ConfirmDialog.tsx'
import { Section } from '../../parts/ConsolePage.tsx'
import { CopyableText } from '../../parts/CopyableText.tsx'
import { DataTable } from '../../parts/DataTable.tsx'
import styles from './Health.module.css'

type Next = DataOf<'/staff/api/holdingList'>

const networkNames: Readonly<Record<number, string>> = { [ethereum]: 'Ethereum', [tron]: 'TRON' }

/** Addresses that are proven for the next liabilities report; two managers publish one. */
export function HoldingProofs() {
  const me = useCurrentStaff()
  const [isOpen, setOpen] = useState(false)
  const managerOnly = managerOnlyReason(me)
  const { data, problem, reload } = useQueryCall('/staff/api/holdingList', {}, { off: me.role !== 'manager' })
  if (me.role !== 'manager') return null
  const reason =
    data?.networks.length === 0 ? 'No chain is configured whose balances can be read' : managerOnly
  return (
    <Section
      title="Proof of holdings"
      note={
        data &&
        `For report ${wholeText(data.number)} of ${data.day}. Without a proof the report states that none is proven.`
      }
      acts={
        <Button size="s" reason={reason} onClick={() => setOpen(true)}>
          Publish an address
        </Button>
      }
    >
      <ApprovalRequests of={['holdingPublish']} />
      <DataTable
        name="holdings"
        caption="Addresses proven for the next report"
        rows={data?.rows}
        rowKey={({ network, address }) => `${network} ${address}`}
        problem={problem}
        onRetry={reload}
        empty={{ icon: 'clock', title: 'No address is proven', text: 'The next report claims no holdings.' }}
        columns={[
          { id: 'address', title: 'Address', value: ({ address }) => address },
          {
            id: 'network',
            title: 'Network',
            value: ({ network }) => networkNames[network] ?? String(network),
          },
          { id: 'asset', title: 'Asset', value: ({ asset }) => asset },
          { id: 'time', title: 'Published', value: ({ time }) => instantText(time) },
        ]}
      />
      {isOpen && data && <Publish next={data} onClose={() => setOpen(false)} />}
    </Section>
  )
}

const isSignature = (text: string): boolean => /^0x[0-9a-f]{130}$/.test(text)

function Publish({ next: { number, day, networks }, onClose }: { next: Next; onClose: () => void }) {
  const reload = useInvalidate()
  const command = useMutation('/staff/api/holdingPublish')
  const [network, setNetwork] = useState<HoldingNetwork>(networks[0] === tron ? tron : ethereum)
  const [address, setAddress] = useState('')
  const [signature, setSignature] = useState('')
  const [typed, signed] = [address.trim(), signature.trim().toLowerCase()]
  const message = holdingMessage({ number, day, asset: 'USDT', network, address: typed })
  const locked =
    typed === ''
      ? 'Name the address.'
      : isSignature(signed)
        ? null
        : 'Paste the signature: 0x and 130 hex digits.'
  const act = async (): Promise<void> => {
    const done = await command.run({ number, day, network, address: typed, signature: signed })
    if (done === null) return
    showToast({
      title: done.waits ? 'It waits for a second manager' : `Published for report ${wholeText(number)}`,
    })
    reload('/staff/api/holdingList', '/staff/api/proposalList')
    onClose()
  }
  return (
    <ConfirmDialog
      title="Prove an address"
      consequence="Sign the message with the key of the address. The report states what the chain tells of it, and everybody can check the signature."
      act="Publish"
      busy={command.busy && 'Checking'}
      problem={command.problem}
      locked={locked}
      onAct={() => void act()}
      onClose={onClose}
    >
      <Select
        label="Network"
        options={networks.map((value) => ({
          value: String(value),
          label: networkNames[value] ?? String(value),
        }))}
        value={String(network)}
        onChange={(value) => setNetwork(value === String(tron) ? tron : ethereum)}
      />
      <Field label="Address" maxLength={64} value={address} onChange={setAddress} />
      <p className={styles.examples}>
        <CopyableText text={message} what="Message to sign" whole />
      </p>
      <Field label="Signature" maxLength={132} value={signature} onChange={setSignature} />
    </ConfirmDialog>
  )
}
