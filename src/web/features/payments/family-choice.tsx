import { Fragment } from 'react';
import type { OpenFamily } from '#shared/calls/payments.ts';
import { counterWords } from '#shared/words/counter.ts';
import { useMoney } from '../../lib/use-money.ts';
import { useSayNumber } from '../../lib/use-say-number.ts';
import { NameText } from '../../ui/name-text.tsx';
import classes from './family-choice.module.css';
import { keyOfFamily, payerOf, placeOf } from './rules.ts';

type Props = { families: readonly OpenFamily[]; onChoose: (family: OpenFamily) => void };

/** Lists the families if several match the search. A number key chooses the family with this number. */
export function FamilyChoice({ families, onChoose }: Props) {
  const { say } = useMoney();
  const sayNumber = useSayNumber();
  return (
    <section className={classes.choice} aria-label={counterWords.several}>
      <h2>{counterWords.several}</h2>
      <ol>
        {families.map((family, at) => {
          const name = payerOf(family);
          return (
            <li key={keyOfFamily(family)}>
              <button type="button" className={classes.family} onClick={() => onChoose(family)}>
                <kbd>{at + 1}</kbd>
                <b>
                  <NameText text={name} />
                </b>
                <small>
                  {family.number !== null && <span>{sayNumber(family.number)}</span>}
                  {family.children.map((child) => (
                    <Fragment key={`${child.regNum} ${child.name}`}>
                      {' · '}
                      <bdi>{child.name}</bdi> {placeOf(child)}
                    </Fragment>
                  ))}
                </small>
                <b>{family.balance > 0 ? say(family.balance) : ''}</b>
              </button>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
