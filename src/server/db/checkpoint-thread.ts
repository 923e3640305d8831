/** The program of a thread that carries out one checkpoint of the file it is given; whoever writes meanwhile goes on. */
import { DatabaseSync } from 'node:sqlite';
import { workerData } from 'node:worker_threads';

const database = new DatabaseSync(workerData);
database.exec('pragma wal_checkpoint(passive)');
database.close();
