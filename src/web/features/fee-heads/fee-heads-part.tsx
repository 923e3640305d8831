import { NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FeeHead } from '#shared/calls/fee-heads.ts';
import { type FeeHeadClass, feeHeadClasses } from '#shared/money/fee-head-class.ts';
import { feeHeadWords } from '#shared/words/settings.ts';
import { feeHeadsQuery } from '../../lib/fee-heads-query.ts';
import { Loaded } from '../../lib/loaded.tsx';
import { useAction } from '../../lib/use-action.ts';
import { NameText } from '../../ui/name-text.tsx';
import { Part, PartRow, PartRows } from '../../ui/part.tsx';
import { setFeeHeadClass } from './api.ts';

function Head({ head }: { head: FeeHead }) {
  const { name, class: chosen, byName } = head;
  const { isBusy, run } = useAction();
  const options = feeHeadClasses.map((value) => ({ value, label: feeHeadWords.classes[value] }));
  return (
    <PartRow
      what={
        <>
          <b>
            <NameText text={name} />
          </b>
          {chosen !== byName && <p>{feeHeadWords.setByHand(feeHeadWords.classes[byName])}</p>}
        </>
      }
    >
      <NativeSelect
        w={160}
        aria-label={feeHeadWords.classOf(name)}
        data={options}
        value={chosen}
        disabled={isBusy}
        onChange={({ currentTarget: { value } }) =>
          void run(() => setFeeHeadClass({ name, class: value as FeeHeadClass }))
        }
      />
    </PartRow>
  );
}

/** Lists the fee heads of the latest billings with their kinds. A kind that the user corrects is remembered. */
export function FeeHeadsPart() {
  const query = useQuery(feeHeadsQuery);
  return (
    <Part label={feeHeadWords.title}>
      <Loaded query={query}>
        {(heads) =>
          heads.length === 0 ? (
            <Text c="dimmed">{feeHeadWords.none}</Text>
          ) : (
            <PartRows>
              {heads.map((head) => (
                <Head key={head.name} head={head} />
              ))}
            </PartRows>
          )
        }
      </Loaded>
    </Part>
  );
}
