import { importWords } from '#shared/words/import-screen.ts';
import { commonWords } from '#shared/words/screen.ts';
import { Empty } from '../ui/empty.tsx';
import { Panel } from '../ui/panel.tsx';

/** Shown instead of an import to a user who opened its address without the right to add. */
export function NoRight({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <Panel title={title} closeLabel={commonWords.close} onClose={onClose}>
      <Empty title={importWords.noRight} />
    </Panel>
  );
}
