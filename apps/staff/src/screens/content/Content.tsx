import { type ContentKind, contentKinds, kindSpecs } from '@glasshouse/core/content/records'
import { languages } from '@glasshouse/core/wire/languages'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { Skeleton } from '@glasshouse/ui/Skeleton'
import { StateNote } from '@glasshouse/ui/StateNote'
import { TabPanel, Tabs } from '@glasshouse/ui/Tabs'
import { Link, useLocation, useParams } from 'wouter'
import { instantText, wholeText } from '../../figures.ts'
import { useList } from '../../live/query.ts'
import { type DataColumn, DataTable, Failed } from '../../parts/DataTable.tsx'
import { Hint, Screen } from '../../parts/Screen.tsx'
import { paths } from '../../paths.ts'
import styles from './Content.module.css'
import type { Content as Row } from './draft.ts'
import { Editor } from './Editor.tsx'
import { kindNames } from './words.ts'

/** What the operator writes, in every language of the house. */
export default function Content() {
  const params = useParams<{ kind?: string; id?: string }>()
  const [, navigate] = useLocation()
  const kind = contentKinds.find((known) => known === params.kind) ?? 'news'
  const list = useList('/staff/api/contentList', { kind, pageSize: 100, isAsc: 'asc' })
  const id = Number.parseInt(params.id ?? '', 10)
  return (
    <Screen
      title="Content"
      note="English is a must; another language is whole or absent. A manager publishes."
    >
      <Tabs
        id="content"
        label="Kinds of content"
        className={styles.tabs}
        tabs={contentKinds.map((known) => ({
          id: known,
          label: kindNames[known],
          count: known === kind ? list.total : undefined,
        }))}
        value={kind}
        onChange={(next) => navigate(paths.content(next))}
      />
      <TabPanel id="content" tab={kind}>
        {params.id === undefined ? (
          <Records kind={kind} list={list} />
        ) : params.id === 'new' ? (
          <Editor key={`${kind} new`} kind={kind} record={null} />
        ) : list.data === undefined ? (
          list.problem ? (
            <Failed problem={list.problem} onRetry={list.reload} />
          ) : (
            <Skeleton width="100%" height={200} />
          )
        ) : (
          <Found kind={kind} record={list.data.find((record) => record.id === id)} />
        )}
      </TabPanel>
    </Screen>
  )
}

function Found({ kind, record }: { kind: ContentKind; record: Row | undefined }) {
  if (record) return <Editor key={`${kind} ${record.id}`} kind={kind} record={record} />
  return (
    <StateNote
      icon="search"
      title="It is not there any more"
      action={<Link href={paths.content(kind)}>Back to the list</Link>}
    />
  )
}

const titleOf = ({ texts }: Row): string => texts.en?.title ?? '—'

const columnsOf = (kind: ContentKind): readonly DataColumn<Row>[] => [
  { id: 'position', title: 'Place', align: 'right', width: 64, value: ({ position }) => position },
  {
    id: 'title',
    title: 'Title',
    value: titleOf,
    cell: (record) => (
      <Link className={styles.link} href={paths.content(kind, record.id)}>
        {titleOf(record)}
      </Link>
    ),
  },
  {
    id: 'published',
    title: 'State',
    value: ({ published }) => (published === 1 ? 'published' : 'draft'),
    cell: ({ published }) => (
      <Badge tone={published === 1 ? 'brand' : 'plain'}>{published === 1 ? 'published' : 'draft'}</Badge>
    ),
  },
  {
    id: 'languages',
    title: 'Languages',
    align: 'right',
    value: ({ texts }) => Object.keys(texts).length,
    cell: ({ texts }) => `${Object.keys(texts).length} of ${languages.length}`,
  },
  {
    id: 'reads',
    title: 'Reads',
    align: 'right',
    value: ({ readnum }) => readnum,
    cell: ({ readnum }) => wholeText(readnum),
  },
  {
    id: 'written',
    title: 'Written',
    align: 'right',
    value: ({ update_time }) => update_time,
    cell: ({ update_time }) => instantText(update_time),
  },
  {
    id: 'by',
    title: 'By',
    align: 'right',
    value: ({ staffid }) => staffid,
    cell: ({ staffid }) => (staffid === null ? 'the sample' : `staff ${staffid}`),
  },
]

function Records({
  kind,
  list,
}: {
  kind: ContentKind
  list: ReturnType<typeof useList<'/staff/api/contentList'>>
}) {
  const [, navigate] = useLocation()
  const { meaning, single } = kindSpecs[kind]
  const isFull = single === true && (list.data?.length ?? 0) > 0
  return (
    <DataTable<Row>
      name={`content-${kind}`}
      caption={kindNames[kind]}
      rows={list.data}
      rowKey={({ id }) => id}
      problem={list.problem}
      onRetry={list.reload}
      tools={
        <>
          <Button
            variant="primary"
            reason={isFull ? 'There is one of it' : undefined}
            onClick={() => navigate(paths.content(kind, 'new'))}
          >
            Write one
          </Button>
          <Hint>{meaning}.</Hint>
        </>
      }
      empty={{ icon: 'text', title: 'Nothing was written yet', text: 'Visitors see nothing of this kind.' }}
      columns={columnsOf(kind)}
    />
  )
}
