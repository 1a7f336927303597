-- a tournament's database as it was before it had a schema number
BEGIN TRANSACTION;
CREATE TABLE plan (value TEXT NOT NULL);
INSERT INTO "plan" VALUES('{"what": "tournament", "game": "ngame:b=2,d=3", "start": "", "format": "round-robin", "games_per_pair": 2, "openings": "none", "opening_moves": "ecfaf39d807dc1b9", "adjudication": {"longest": 1000, "resign_value": null, "resign_moves": 4, "draw_value": null, "draw_moves": 8, "draw_after": 80, "syzygy": null, "exact": null}, "planned": 2, "pairs": [[0, 1]], "players": [{"name": "alphabeta", "spec": "alphabeta", "limits": "nodes=3", "nodes": 3}, {"name": "random", "spec": "random", "limits": "nodes=3", "nodes": 3}]}');
CREATE TABLE results (
    number INTEGER PRIMARY KEY, -- the job's place in the list, from 0
    key TEXT NOT NULL UNIQUE,
    result TEXT NOT NULL,       -- JSON
    detail TEXT                 -- JSON, for reading on demand
);
INSERT INTO "results" VALUES(0,'game 1','[1,["alphabeta","random"],1.0,"margin 55006",null,"","ccb05901c5831302",[[2,2,6,5,3,0,{"proved":1},{},0.00030709499696968123,0.0003046039999999306],[1,1,3,0,0,0,{"done":1},{},9.236600089934655e-05,9.246099999998814e-05]]]','{"round":1,"players":["alphabeta","random"],"opening":["",[]],"opening_text":[],"moves":[[0,1,"1",3,3,0.00021738399664172903,0.00021467399999997028,30868,"nodes","",1],[1,0,"0",3,0,9.236600089934655e-05,9.246099999998814e-05,-30868,"done","",0],[0,0,"0",3,2,8.97110003279522e-05,8.992999999996032e-05,55006,"proved","",1]],"score":1.0,"margin":55006,"ending":"margin 55006","forfeited":null,"detail":"","date":"2026-11-22T05:35:51+00:00"}');
INSERT INTO "results" VALUES(1,'game 2','[2,["random","alphabeta"],1.0,"margin 31723",null,"","36b4b98809ab32bc",[[2,2,6,0,0,0,{"done":2},{},0.0002504959957150277,0.0002471920000000072],[1,1,3,3,3,0,{},{},0.00011018300210707821,0.0001103880000000168]]]','{"round":2,"players":["random","alphabeta"],"opening":["",[]],"opening_text":[],"moves":[[0,0,"0",3,0,0.00016585399862378836,0.00016248400000001828,0,"done","",0],[1,1,"1",3,3,0.00011018300210707821,0.0001103880000000168,-12455,"nodes","",1],[0,0,"0",3,0,8.464199709123932e-05,8.47079999999889e-05,12455,"done","",0]],"score":1.0,"margin":31723,"ending":"margin 31723","forfeited":null,"detail":"","date":"2026-11-22T05:35:51+00:00"}');
COMMIT;
