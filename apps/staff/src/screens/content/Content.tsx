import { type StaffRecord, staffRecordsFromWire } from '@glasshouse/core/content/codec'
import { type ContentKind, contentKinds, kindSpecs } from '@glasshouse/core/content/records'
import { directionToWire } from '@glasshouse/core/wire/codec'
import { languages } from '@glasshouse/core/wire/languages'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { EmptyState } from '@glasshouse/ui/EmptyState'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { Link, useLocation, useParams } from 'wouter'
import { useDecodedPage } from '../../data/query.ts'
import { useRecordPages } from '../../data/useRecordPages.ts'
import { formatAmount, instantText, wholeText } from '../../formatters.ts'
import { ConsolePage, HelpText } from '../../parts/ConsolePage.tsx'
import { type DataColumn, LoadError } from '../../parts/DataTable.tsx'
import { RecordList } from '../../parts/RecordList.tsx'
import { paths } from '../../paths.ts'
import styles from './Content.module.css'
import { contentKindLabels, stateName } from './contentLabels.ts'
import { Editor } from './Editor.tsx'
import { countryName, termsText } from './terms.ts'

const pageSize = 100

/** Content written by the operator, in all supported languages. */
export default function Content() {
  const params = useParams<{ kind?: string; id?: string }>()
  const [, navigate] = useLocation()
  const kind = contentKinds.find((known) => known === params.kind) ?? 'news'
  return (
    <ConsolePage
      title="Content"
      note="English is a must, but for a country; another language is whole or absent. A manager publishes."
    >
      <Tabs
        id="content"
        label="Kinds of content"
        className={styles.tabs}
        tabs={contentKinds.map((known) => ({
          id: known,
          label: contentKindLabels[known],
        }))}
        value={kind}
        onChange={(next) => navigate(paths.content(next))}
      />
      <TabPanel id="content" tab={kind}>
        {params.id === undefined ? (
          <Records key={kind} kind={kind} />
        ) : params.id === 'new' ? (
          <Editor key={`${kind} new`} kind={kind} record={null} />
        ) : (
          <RecordById kind={kind} id={Number.parseInt(params.id, 10)} />
        )}
      </TabPanel>
    </ConsolePage>
  )
}

/** One record, loaded by its id. */
function RecordById({ kind, id }: { kind: ContentKind; id: number }) {
  const { data, problem, reload } = useDecodedPage(
    '/staff/api/contentList',
    { kind, id, pageSize: 1 },
    staffRecordsFromWire,
  )
  if (data) return <LoadedRecord kind={kind} record={data[0]} />
  return problem ? <LoadError problem={problem} onRetry={reload} /> : <Skeleton width="100%" height={200} />
}

function LoadedRecord({ kind, record }: { kind: ContentKind; record: StaffRecord | undefined }) {
  if (record) return <Editor key={`${kind} ${record.id}`} kind={kind} record={record} />
  return (
    <EmptyState
      icon="search"
      title="It is not there any more"
      action={<Link href={paths.content(kind)}>Back to the list</Link>}
    />
  )
}

const titleOf = (kind: ContentKind, { texts, fields }: StaffRecord): string => {
  const title = texts.en?.title ?? texts.en?.name
  if (kind === 'aiRule') {
    const { minMargin = '', maxMargin = '' } = fields
    return `${formatAmount(minMargin)} to ${formatAmount(maxMargin)} USDT`
  }
  return title ?? (kind === 'country' ? countryName(fields.countryCode ?? '', 'en') : '—')
}

/** Kinds described by figures; they have no article text. */
const ofFigures: readonly ContentKind[] = ['task', 'signinRule', 'country', 'aiRule']

/** Column with the read count of an article, or the terms of a record of figures. */
const summaryColumn = (kind: ContentKind): DataColumn<StaffRecord> =>
  ofFigures.includes(kind)
    ? {
        id: 'terms',
        title: kind === 'country' ? 'Dialling code' : 'Says',
        value: ({ fields }) => termsText(kind, fields),
      }
    : {
        id: 'reads',
        title: 'Reads',
        align: 'right',
        value: ({ reads }) => reads,
        cell: ({ reads }) => wholeText(reads),
      }

const columnsOf = (kind: ContentKind): readonly DataColumn<StaffRecord>[] => [
  { id: 'position', title: 'Place', align: 'right', width: 64, value: ({ position }) => position },
  {
    id: 'title',
    title: 'Title',
    value: (record) => titleOf(kind, record),
    cell: (record) => (
      <Link className={styles.link} href={paths.content(kind, record.id)}>
        {titleOf(kind, record)}
      </Link>
    ),
  },
  {
    id: 'published',
    title: 'State',
    value: ({ isPublished }) => stateName(kind, isPublished),
    cell: ({ isPublished }) => (
      <Badge tone={isPublished ? 'brand' : 'plain'}>{stateName(kind, isPublished)}</Badge>
    ),
  },
  {
    id: 'languages',
    title: 'Languages',
    align: 'right',
    value: ({ texts }) => Object.keys(texts).length,
    cell: ({ texts }) => `${Object.keys(texts).length} of ${languages.length}`,
  },
  summaryColumn(kind),
  {
    id: 'written',
    title: 'Written',
    align: 'right',
    value: ({ updatedMs }) => updatedMs,
    cell: ({ updatedMs }) => instantText(updatedMs),
  },
  {
    id: 'by',
    title: 'By',
    align: 'right',
    value: ({ staffId }) => staffId,
    cell: ({ staffId }) => (staffId === null ? 'the sample' : `staff ${staffId}`),
  },
]

function Records({ kind }: { kind: ContentKind }) {
  const [, navigate] = useLocation()
  const list = useRecordPages(
    '/staff/api/contentList',
    { kind, ...directionToWire('asc') },
    pageSize,
    staffRecordsFromWire,
  )
  const { meaning, single } = kindSpecs[kind]
  const isFull = single === true && (list.data?.length ?? 0) > 0
  return (
    <RecordList<StaffRecord>
      name={`content-${kind}`}
      caption={contentKindLabels[kind]}
      list={list}
      rowKey={({ id }) => id}
      tools={
        <>
          <Button
            variant="primary"
            reason={isFull ? 'There is one of it' : undefined}
            onClick={() => navigate(paths.content(kind, 'new'))}
          >
            New record
          </Button>
          <HelpText>{meaning}.</HelpText>
        </>
      }
      empty={{ icon: 'text', title: 'No records yet', text: 'Visitors see nothing of this kind.' }}
      columns={columnsOf(kind)}
      pagesLabel={`Pages of ${contentKindLabels[kind]}`}
    />
  )
}
