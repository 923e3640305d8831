/** The two engines there are. Only this room asks which one it is. */
export type Engine = 'sqlite' | 'postgres';
